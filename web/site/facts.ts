// What the build says stands beside a page: pictures of scenes, and the API reference.

/** A fact of the built site; empty where it does not hold, and while developing. */
export const fact = (name: 'pictures' | 'reference'): string =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
