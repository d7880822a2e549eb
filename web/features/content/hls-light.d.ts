// The light build is typed as the whole one; the package names types for that alone.
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
