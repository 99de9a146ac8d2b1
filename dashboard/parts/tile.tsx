interface TileProps {
  name: string;
  value: string;
  detail: string;
  /** Shown when the user opens the name. */
  definition?: string;
  isGrave?: boolean;
}

/** A figure, in a list of figures. */
export function Tile({ name, value, detail, definition, isGrave = false }: TileProps) {
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
      </dd>
    </div>
  );
}
