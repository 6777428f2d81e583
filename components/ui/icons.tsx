type IconProps = { className?: string }

/** A picture of what the words next to it say. Its path is from Lucide (icons.license.txt). */
function Icon({ className, d }: IconProps & { d: string }) {
  return (
    <svg aria-hidden="true" className={className ? `icon ${className}` : 'icon'} viewBox="0 0 24 24">
      <path d={d} />
    </svg>
  )
}

export const ArrowDown = (props: IconProps) => <Icon {...props} d="M12 5v14M19 12l-7 7-7-7" />
export const ArrowLeft = (props: IconProps) => <Icon {...props} d="M12 19l-7-7 7-7M19 12H5" />
export const ArrowRight = (props: IconProps) => <Icon {...props} d="M5 12h14M12 5l7 7-7 7" />
export const ArrowUpRight = (props: IconProps) => <Icon {...props} d="M7 7h10v10M7 17 17 7" />
export const Ban = (props: IconProps) => (
  <Icon {...props} d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M4.929 4.929 19.07 19.071" />
)
export const Bot = (props: IconProps) => (
  <Icon
    {...props}
    d="M12 8V4H8M6 8h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2M2 14h2M20 14h2M15 13v2M9 13v2"
  />
)
export const Boxes = (props: IconProps) => (
  <Icon
    {...props}
    d="M2.97 12.92A2 2 0 0 0 2 14.63v3.24a2 2 0 0 0 .97 1.71l3 1.8a2 2 0 0 0 2.06 0L12 19v-5.5l-5-3-4.03 2.42ZM7 16.5l-4.74-2.85M7 16.5l5-3M7 16.5v5.17M12 13.5V19l3.97 2.38a2 2 0 0 0 2.06 0l3-1.8a2 2 0 0 0 .97-1.71v-3.24a2 2 0 0 0-.97-1.71L17 10.5l-5 3ZM17 16.5l-5-3M17 16.5l4.74-2.85M17 16.5v5.17M7.97 4.42A2 2 0 0 0 7 6.13v4.37l5 3 5-3V6.13a2 2 0 0 0-.97-1.71l-3-1.8a2 2 0 0 0-2.06 0l-3 1.8ZM12 8 7.26 5.15M12 8l4.74-2.85M12 13.5V8"
  />
)
export const ChartLine = (props: IconProps) => <Icon {...props} d="M3 3v16a2 2 0 0 0 2 2h16M19 9l-5 5-4-4-3 3" />
export const Check = (props: IconProps) => <Icon {...props} d="M20 6 9 17l-5-5" />
export const ChevronsUpDown = (props: IconProps) => <Icon {...props} d="M7 15l5 5 5-5M7 9l5-5 5 5" />
export const Circle = (props: IconProps) => <Icon {...props} d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20" />
export const CircleAlert = (props: IconProps) => (
  <Icon {...props} d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 8V12M12 16H12.01" />
)
export const CircleCheck = (props: IconProps) => (
  <Icon {...props} d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M16 9l-5.5 5.5L8 12" />
)
export const CircleDashed = (props: IconProps) => (
  <Icon
    {...props}
    d="M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7"
  />
)
export const CirclePause = (props: IconProps) => (
  <Icon {...props} d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M10 15V9M14 15V9" />
)
export const Clock = (props: IconProps) => <Icon {...props} d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 6v6l4 2" />
export const Copy = (props: IconProps) => (
  <Icon
    {...props}
    d="M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"
  />
)
export const Download = (props: IconProps) => (
  <Icon {...props} d="M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5" />
)
export const GitBranch = (props: IconProps) => (
  <Icon {...props} d="M15 6a9 9 0 0 0-9 9V3M18 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6M6 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6" />
)
export const GitPullRequest = (props: IconProps) => (
  <Icon
    {...props}
    d="M18 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6M6 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6M13 6h3a2 2 0 0 1 2 2v7M6 9V21"
  />
)
export const GitPullRequestArrow = (props: IconProps) => (
  <Icon
    {...props}
    d="M5 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6M5 9v12M19 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6M15 9l-3-3 3-3M12 6h5a2 2 0 0 1 2 2v7"
  />
)
export const Info = (props: IconProps) => (
  <Icon {...props} d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 16v-4M12 8h.01" />
)
export const KeyRound = (props: IconProps) => (
  <Icon
    {...props}
    d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4zM16.5 7a.5 .5 0 1 0 0 1 .5 .5 0 0 0 0-1"
  />
)
export const LoaderCircle = (props: IconProps) => <Icon {...props} d="M21 12a9 9 0 1 1-6.219-8.56" />
export const Lock = (props: IconProps) => (
  <Icon
    {...props}
    d="M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2M7 11V7a5 5 0 0 1 10 0v4"
  />
)
export const LogOut = (props: IconProps) => (
  <Icon {...props} d="M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4" />
)
export const Minus = (props: IconProps) => <Icon {...props} d="M5 12h14" />
export const Printer = (props: IconProps) => (
  <Icon
    {...props}
    d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6M7 14h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-10a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1"
  />
)
export const Rocket = (props: IconProps) => (
  <Icon
    {...props}
    d="M12 15v5s3.03-.55 4-2c1.08-1.62 0-5 0-5M4.5 16.5c-1.5 1.26-2 5-2 5s3.74-.5 5-2c.71-.84.7-2.13-.09-2.91a2.18 2.18 0 0 0-2.91-.09M9 12a22 22 0 0 1 2-3.95A12.88 12.88 0 0 1 22 2c0 2.72-.78 7.5-6 11a22.4 22.4 0 0 1-4 2zM9 12H4s.55-3.03 2-4c1.62-1.08 5 .05 5 .05"
  />
)
export const Search = (props: IconProps) => <Icon {...props} d="M21 21l-4.34-4.34M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16" />
export const ShieldAlert = (props: IconProps) => (
  <Icon
    {...props}
    d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM12 8v4M12 16h.01"
  />
)
export const SlidersHorizontal = (props: IconProps) => (
  <Icon {...props} d="M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3" />
)
export const Terminal = (props: IconProps) => <Icon {...props} d="M12 19h8M4 17l6-6-6-6" />
export const TriangleAlert = (props: IconProps) => (
  <Icon {...props} d="M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01" />
)
export const Undo2 = (props: IconProps) => (
  <Icon {...props} d="M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11" />
)
export const UserRound = (props: IconProps) => (
  <Icon {...props} d="M12 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10M20 21a8 8 0 0 0-16 0" />
)
export const UsersRound = (props: IconProps) => (
  <Icon
    {...props}
    d="M18 21a8 8 0 0 0-16 0M10 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10M22 20c0-3.37-2-6.5-4-8a5 5 0 0 0-.45-8.3"
  />
)
export const X = (props: IconProps) => <Icon {...props} d="M18 6 6 18M6 6l12 12" />
