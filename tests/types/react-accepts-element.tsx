import '../../sdk/react.ts';

// Fails to compile if React's JSX does not accept the element, or accepts wrong attributes.
export const film = (
  <offstage-player
    className="film"
    host="https://player.example"
    videoid="offstage001"
    autoload="visible"
    volume={0.5}
    onstatechange={({ detail }) => detail}
    ref={(element) => element?.play()}
  />
);
// @ts-expect-error: there is no such value.
export const wrong = <offstage-player autoload="never" />;
