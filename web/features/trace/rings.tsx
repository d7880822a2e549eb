/** One ring of a tree, near to a circle; each leans another way, as they do. */
function ring(radius: number, turn: number): string {
  const points = Array.from({ length: 8 }, (_, index) => {
    const angle = (index / 8) * 2 * Math.PI;
    const off = 1 + 0.016 * Math.sin(angle * 2 + turn) + 0.014 * Math.cos(angle * 3 + turn * 1.7);
    return [100 + radius * off * Math.cos(angle), 100 + radius * off * Math.sin(angle)] as const;
  });
  const at = (index: number) => points[(index + points.length) % points.length] as readonly [number, number];
  const text = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`;
  // Through all points, bending as its neighbours do (Catmull-Rom).
  const curves = points.map((_, index) => {
    const [p0, p1, p2, p3] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const one = text(p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6);
    const other = text(p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6);
    return `C${one} ${other} ${text(p2[0], p2[1])}`;
  });
  return `M${text(...at(0))}${curves.join('')}z`;
}

const [inner, outer] = [30, 92];

/** A stage a ring, as in wood. In the middle what the verification found: nothing yet, all right, or not. */
export function Rings({ count, found }: { count: number; found: 'good' | 'bad' | undefined }) {
  const rings = Math.max(3, Math.min(count, 12));
  const step = (outer - inner) / (rings - 1);
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true" data-found={found}>
      <circle className="wood" cx="100" cy="100" r="97" />
      {Array.from({ length: rings }, (_, index) => (
        <path
          key={index}
          className={index === rings - 1 ? 'bark' : 'ring'}
          d={ring(inner + index * step, index * 1.3)}
          strokeWidth={index % 2 === 0 ? 2.1 : 1.1}
        />
      ))}
      <circle className="core" cx="100" cy="100" r="23" />
      {found === 'good' && <path className="mark" d="m89.5 100.5 7.5 7.5 14.5-16" />}
      {found === 'bad' && <path className="mark" d="m92 92 16 16m0-16-16 16" />}
      {found === undefined && <path className="mark" d="M92 100h.1M100 100h.1M108 100h.1" />}
    </svg>
  );
}
