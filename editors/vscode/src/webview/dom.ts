// Elements from data: text is never read as HTML.

type Child = Node | string;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  return fill(made, attributes, children);
}

export function drawing<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  return fill(made, attributes, children);
}

function fill<Made extends Element>(made: Made, attributes: Record<string, string>, children: Child[]): Made {
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}
