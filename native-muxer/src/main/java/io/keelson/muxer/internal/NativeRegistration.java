package io.keelson.muxer.internal;

import io.netty.channel.IoRegistration;

/** A channel's place on a native loop. Used on the loop's thread only. */
interface NativeRegistration extends IoRegistration {
    /** Asks for events from now on; what is ready already is reported too. */
    void watch() throws SystemCallException;

    /** Ends what the kernel still does for the channel: afterwards its descriptor may be closed and its memory freed. */
    void settle();
}
