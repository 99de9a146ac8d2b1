/**
 * @param act called each time the element enters the viewport, until the observer is disconnected
 */
export function whenVisible(element: Element, act: () => void): IntersectionObserver {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) act();
  });
  observer.observe(element);
  return observer;
}
