/** Longest side of a still, in pixels. */
const side = 1280;
/** Milliseconds after which a film that shows nothing is given up. */
const patience = 15_000;

/** A picture out of a film: a second into a file, or where a player stands. Undefined where this browser cannot. */
export async function takeStill(from: File | HTMLVideoElement): Promise<File | undefined> {
  if (from instanceof HTMLVideoElement) return drawn(from);
  const url = URL.createObjectURL(from);
  try {
    const film = document.createElement('video');
    film.muted = true;
    film.preload = 'auto';
    film.playsInline = true;
    film.src = url;
    await event(film, 'loadeddata');
    const sought = event(film, 'seeked');
    film.currentTime = Math.min(1, film.duration / 3);
    await sought;
    return await drawn(film);
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function event(film: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    film.addEventListener(name, () => resolve(), { once: true });
    film.addEventListener('error', () => reject(new Error('the film cannot be read')), { once: true });
    setTimeout(() => reject(new Error('the film takes too long')), patience);
  });
}

async function drawn(film: HTMLVideoElement): Promise<File | undefined> {
  const { videoWidth: width, videoHeight: height } = film;
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height);
  try {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86));
    return blob ? new File([blob], 'poster.jpg', { type: 'image/jpeg' }) : undefined;
  } catch {
    // A film that another host serves may be shown, and not be copied.
    return undefined;
  }
}
