//! How much room the model of the heap has.
//!
//! Each place that allocates memory gives out objects of a pool of its own, and where the size is not
//! constant each of them has room for so many elements. What does not fit is not modelled, so the room
//! is never a matter of being right, only of how much can be said. Little of it makes programs small and
//! is enough for most. Who finds out that a place needs more asks for more there, a few times.

use std::collections::BTreeMap;

/// How many objects a place has if nothing was said.
const OBJECTS: u64 = 4;
/// How many elements memory of a size that is not known has room for, unless more seem to be needed.
const ELEMENTS: u64 = 8;

/// What is tried after that.
const MORE_OBJECTS: [u64; 2] = [8, 16];
const MORE_ELEMENTS: [u64; 2] = [16, 64];

/// The room of the whole heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    /// How many objects each place that allocates memory can give out; `None` for as many as a few tries
    /// show to be needed.
    pub objects: Option<u32>,
    /// What single places have instead, by their numbers. A number is that of the allocation among all, in
    /// the order in which they are read.
    pub places: BTreeMap<u32, Room>,
}

/// The room of one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub objects: Amount,
    pub elements: Amount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    pub now: u64,
    /// The most that was tried: more than now, if that was not enough either.
    pub tried: u64,
}

/// What a run can have too little of, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Limit {
    pub place: u32,
    pub what: Limited,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limited {
    Objects,
    Elements,
}

impl Heap {
    /// More would make programs with pointers too large, and be more than is counted to.
    pub const MAX_OBJECTS: u32 = 64;
    pub const OBJECTS: u32 = OBJECTS as u32;

    /// The same number for every place, and no other is tried.
    pub fn fixed(objects: u32) -> Self {
        Self { objects: Some(objects), places: BTreeMap::new() }
    }

    pub fn room(&self, place: u32) -> Room {
        self.places.get(&place).copied().unwrap_or_else(|| {
            let objects = self.objects.map_or(OBJECTS, u64::from);
            let objects = objects.clamp(1, u64::from(Self::MAX_OBJECTS));
            Room { objects: Amount::all(objects), elements: Amount::all(ELEMENTS) }
        })
    }

    /// Whether more may be tried.
    pub fn can_grow(&self, limit: Limit) -> bool {
        let is_fixed = limit.what == Limited::Objects && self.objects.is_some();
        !is_fixed && !self.room(limit.place).of(limit.what).is_hopeless()
    }

    /// What is tried next is more of this; or, if all has been tried, as little as at first.
    pub fn grow(&mut self, limit: Limit) {
        let (least, more) = match limit.what {
            Limited::Objects => (OBJECTS, MORE_OBJECTS),
            Limited::Elements => (ELEMENTS, MORE_ELEMENTS),
        };
        let mut room = self.room(limit.place);
        let amount = room.of_mut(limit.what);
        *amount = match more.into_iter().find(|&more| more > amount.now) {
            Some(more) => Amount::all(more),
            None => Amount { now: least, tried: amount.now },
        };
        self.places.insert(limit.place, room);
    }
}

impl Room {
    fn of(&self, what: Limited) -> Amount {
        match what {
            Limited::Objects => self.objects,
            Limited::Elements => self.elements,
        }
    }

    fn of_mut(&mut self, what: Limited) -> &mut Amount {
        match what {
            Limited::Objects => &mut self.objects,
            Limited::Elements => &mut self.elements,
        }
    }
}

impl Amount {
    fn all(now: u64) -> Self {
        Self { now, tried: now }
    }

    /// Whether all that was tried was too little.
    fn is_hopeless(self) -> bool {
        self.tried > self.now
    }
}

/// As a line of text each, which [`Heap::read_line`] reads back.
impl Heap {
    pub fn lines(&self) -> Vec<String> {
        let line = |(place, Room { objects, elements }): (&u32, &Room)| {
            format!("{LINE} {place} objects {} elements {}", objects.now, elements.now)
        };
        self.places.iter().map(line).collect()
    }

    /// Takes over what a line says; whether it is one of these.
    pub fn read_line(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [LINE, place, "objects", objects, "elements", elements] = words[..] else {
            return false;
        };
        let number = |word: &str| word.parse::<u32>().ok();
        let (Some(place), Some(objects), Some(elements)) =
            (number(place), number(objects), number(elements))
        else {
            return false;
        };
        let objects = u64::from(objects.clamp(1, Self::MAX_OBJECTS));
        let elements = u64::from(elements).clamp(1, MORE_ELEMENTS[1]);
        let room = Room { objects: Amount::all(objects), elements: Amount::all(elements) };
        self.places.insert(place, room);
        true
    }
}

/// How such a line begins.
const LINE: &str = "heap";

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit { place: 3, what: Limited::Objects };

    #[test]
    fn a_place_grows_a_few_times() {
        let mut heap = Heap::default();
        let mut tried = Vec::new();
        while heap.can_grow(LIMIT) {
            tried.push(heap.room(3).objects.now);
            heap.grow(LIMIT);
        }
        assert_eq!(tried, [4, 8, 16]);
        assert_eq!(heap.room(3).objects, Amount { now: 4, tried: 16 });
        assert_eq!(heap.room(3).elements, Amount::all(8));
        assert_eq!(heap.room(2), Heap::default().room(2));
    }

    #[test]
    fn what_was_asked_for_stays() {
        let heap = Heap::fixed(6);
        assert!(!heap.can_grow(LIMIT));
        assert!(heap.can_grow(Limit { what: Limited::Elements, ..LIMIT }));
        assert_eq!(heap.room(3).objects.now, 6);
    }

    #[test]
    fn lines_are_read_back() {
        let mut heap = Heap::default();
        heap.grow(LIMIT);
        heap.grow(Limit { place: 7, what: Limited::Elements });
        let mut read = Heap::default();
        for line in heap.lines() {
            assert!(read.read_line(&line), "{line}");
        }
        assert_eq!(read, heap);
        assert!(!read.read_line("heap 1 objects many elements 8"));
        assert!(!read.read_line("certificate"));
    }
}
