package io.keelson.remoting.internal.wire;

/** Connections as a build makes them that knows only some features. */
public final class OldBuild {
    private OldBuild() {}

    /** A server that knows cancellation, members and streams. */
    public static WireConnection server(
            WireSettings settings, ConnectionLink link, ConnectionUser user, ServerLogin login) {
        Hello now = Hello.of(settings, login.mechanisms());
        Hello then = new Hello(
                now.lowest(),
                now.highest(),
                Feature.CANCEL.bit() | Feature.MEMBERS.bit() | Feature.STREAMS.bit(),
                now.maxMessageSize(),
                now.window(),
                now.maxFrame(),
                now.peerTimeoutMillis(),
                now.node(),
                now.software(),
                now.mechanisms());
        return WireConnection.server(then, settings, link, user, login);
    }
}
