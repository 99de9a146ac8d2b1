import { type Compared, describeCompared } from '../compare/compared.ts';

interface TileProps {
  name: string;
  value: string;
  detail: string;
  /** Shown when the user opens the name. */
  definition?: string;
  isGrave?: boolean;
  compared?: Compared;
  /** Shows the playbacks that the figure counts; missing if there are none. */
  onList?: (() => void) | undefined;
}

/** A figure, in a list of figures. */
export function Tile({
  name,
  value,
  detail,
  definition,
  isGrave = false,
  compared,
  onList,
}: TileProps) {
  const change = compared === undefined ? null : describeCompared(compared);
  return (
    <div className="tile" data-grave={isGrave}>
      <dt>
        {definition === undefined ? (
          name
        ) : (
          <details>
            <summary>{name}</summary>
            <p className="definition">{definition}</p>
          </details>
        )}
      </dt>
      <dd>
        <strong>{value}</strong>
        <small>{detail}</small>
        {change !== null && <small data-worse={change.isWorse}>{change.text}</small>}
        {onList !== undefined && (
          <button type="button" className="link" aria-label={`List: ${name}`} onClick={onList}>
            List
          </button>
        )}
      </dd>
    </div>
  );
}
