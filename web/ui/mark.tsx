/** The firm's mark: a tenon that plugs into its mortise. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={className}>
      <rect width="36" height="36" rx="6" fill="#1F6B57" />
      <path d="M7 11h8v4.5h8v5h-8V25H7z" fill="#fff" />
      <path d="M19 11.5V8h10v20H19v-3.5h5.5v-13z" fill="#E3B88A" />
    </svg>
  );
}
