import { posterOf, type Stage } from '../../../../contract/stages/stage.ts';

/**
 * A case's form as a client sends it, from the catalogue's examples. The server takes it when `picture` and `video` are
 * addresses of uploads.
 */
export function exampleCase(
  stage: Stage,
  { picture, video }: { picture: string; video: string },
): { type: 'pet' } & Record<string, string> {
  const fields = stage.case.flatMap(({ wire, widget, example }): [string, string][] => {
    if (widget.kind === 'images') return [[wire, picture]];
    return widget.kind === 'video'
      ? [
          [wire, video],
          [posterOf(wire), picture],
        ]
      : [[wire, example]];
  });
  return { ...Object.fromEntries(fields), type: 'pet' };
}
