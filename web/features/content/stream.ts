/** Plays an address in a video element, whatever the browser can. Part of the player, loaded with it. */

const hlsType = 'application/vnd.apple.mpegurl';
const isPlaylist = (address: string) => /\.m3u8(?:$|\?)/i.test(address);

/**
 * Apple's browsers do. Chromium says 'maybe' and then gives up on live streams (153 does, on this one), so it is taken at
 * its word only where there is no other way.
 */
function playsItself(video: HTMLVideoElement): boolean {
  if (video.canPlayType(hlsType) === '') return false;
  return navigator.vendor.startsWith('Apple') || !('MediaSource' in globalThis);
}

export interface Attached {
  /** goes on where the broadcast is now */
  toLive(): void;
  detach(): void;
}

/**
 * Puts the stream into the element; the caller plays it. A browser that knows HLS well takes it itself; where it does not,
 * or gives up on it, hls.js does the work. `onFault` is told once, when nothing more can be done.
 */
export async function attach(video: HTMLVideoElement, address: string, onFault: () => void): Promise<Attached> {
  let over = false;
  let stop = () => {};
  let toLive = () => {
    const { seekable } = video;
    if (seekable.length > 0) video.currentTime = Math.max(0, seekable.end(seekable.length - 1) - 8);
  };

  const withHls = async () => {
    const { default: Hls } = await import('hls.js/light');
    if (over) return;
    if (!Hls.isSupported()) return onFault();
    const hls = new Hls({ backBufferLength: 30 });
    let mended = false;
    hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
      if (!fatal || over) return;
      // A decoder that stumbled may be set up anew, once.
      if (type === Hls.ErrorTypes.MEDIA_ERROR && !mended) {
        mended = true;
        return hls.recoverMediaError();
      }
      hls.stopLoad();
      onFault();
    });
    hls.loadSource(address);
    hls.attachMedia(video);
    stop = () => hls.destroy();
    toLive = () => {
      if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition;
    };
  };

  const plain = () => {
    const onError = () => {
      release();
      if (over) return;
      if (!isPlaylist(address) || !('MediaSource' in globalThis)) return onFault();
      const playing = !video.paused;
      void withHls()
        .then(() => (playing ? video.play() : undefined))
        .catch(onFault);
    };
    const release = () => {
      video.removeEventListener('error', onError);
      video.removeAttribute('src');
      video.load();
    };
    video.addEventListener('error', onError);
    video.src = address;
    stop = release;
  };

  if (!isPlaylist(address) || playsItself(video)) plain();
  else await withHls();
  return {
    toLive: () => toLive(),
    detach: () => {
      over = true;
      stop();
    },
  };
}
