//! Patterns for paths: `*` is anything within a name, `**` anything across folders, `?` one character.
//! A pattern that names a folder means everything in it.

pub fn matches(pattern: &str, path: &str) -> bool {
    let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    parts(&pattern, &path)
}

fn parts(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], _) => true,
        (["**", rest @ ..], _) => (0..=path.len()).any(|skip| parts(rest, &path[skip..])),
        (_, []) => false,
        ([first, rest @ ..], [name, below @ ..]) => {
            let (first, name): (Vec<char>, Vec<char>) =
                (first.chars().collect(), name.chars().collect());
            one(&first, &name) && parts(rest, below)
        }
    }
}

fn one(pattern: &[char], name: &[char]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        (['*', rest @ ..], _) => (0..=name.len()).any(|skip| one(rest, &name[skip..])),
        (['?', rest @ ..], [_, below @ ..]) => one(rest, below),
        ([a, rest @ ..], [b, below @ ..]) => a == b && one(rest, below),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        assert!(matches("a.c", "a.c"));
        assert!(!matches("a.c", "b.c") && !matches("a.c", "x/a.c"));
        assert!(matches("*.c", "a.c") && !matches("*.c", "x/a.c"));
        assert!(matches("**/*.c", "a.c") && matches("**/*.c", "x/y/a.c"));
        assert!(matches("third_party", "third_party/x/a.c"));
        assert!(matches("third_party/", "third_party/x/a.c"));
        assert!(matches("x/**", "x/y/a.c") && !matches("x/**", "y/a.c"));
        assert!(matches("?.c", "a.c") && !matches("?.c", "ab.c"));
    }
}
