import { Gem, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

export interface PlanGateProps {
  title: ReactNode;
  /** The plan that includes it; absent for limits of another kind (.ir). */
  plan?: ReactNode;
  /** One sentence about the benefit, or the reason. */
  children: ReactNode;
  link?: { href: string; label: ReactNode } | undefined;
  /** The control itself, disabled but visible. */
  control?: ReactNode;
}

/** Shows that a feature needs a higher plan, before anything is clicked. */
export function PlanGate({ title, plan, children, link, control }: PlanGateProps) {
  return (
    <div className="gate">
      <Lock aria-hidden />
      <div className="gate-text">
        <div className="gate-title">
          {title}
          {plan && (
            <Badge square icon={Gem}>
              {plan}
            </Badge>
          )}
        </div>
        <div>{children}</div>
      </div>
      {control}
      {link && <LinkButton href={link.href}>{link.label}</LinkButton>}
    </div>
  );
}
