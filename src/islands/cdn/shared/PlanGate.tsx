import { Gem, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

export interface PlanGateProps {
  title: ReactNode;
  /** The plan that has it; left out for limits of another kind (.ir). */
  plan?: ReactNode;
  /** One sentence of value, or the reason. */
  children: ReactNode;
  link?: { href: string; label: ReactNode } | undefined;
  /** The control itself, disabled, so that it can still be seen. */
  control?: ReactNode;
}

/** A feature of a higher plan. Never a message after the click. */
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
