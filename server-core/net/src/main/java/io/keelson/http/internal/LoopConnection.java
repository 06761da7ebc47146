package io.keelson.http.internal;

import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/** A connection in the list of its loop, which looks for time-outs there. Confined to the loop. */
abstract class LoopConnection extends ChannelInboundHandlerAdapter {
    /** Neighbours in the loop's list. */
    @Nullable
    LoopConnection next;

    @Nullable
    LoopConnection previous;

    /** Called twice a second. */
    abstract void checkTimeouts(long now);

    /** Closes, whatever is under way. */
    abstract void closeNow();

    /** Closes where an exchange of an application is under way, as there is no more time for it. */
    abstract void closeIfServing();

    /** Closes as soon as nothing is under way, since no more requests of applications will be served. */
    abstract void closeIfIdle();
}
