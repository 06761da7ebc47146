package io.keelson.jms;

import io.keelson.base.measure.Described;

/** The state of an agent that stores and forwards on this server, for management. */
public record JmsSafRuntime(
        @Described("The local queue.") String name,
        @Described("The remote domain, as saf names it.") String context,
        @Described("The destination there.") String remote,
        @Described("The addresses of the remote domain.") String providerUrl,

        @Described("idle, forwarding, or retrying: it has failed and tries again.")
        String state,

        @Described("True while it fails, for watches.") boolean failing,

        @Described("Messages that are not over there for certain.")
        long waiting,

        @Described(value = "Messages since the start of the server.", grows = true)
        long forwarded,

        @Described(value = "Failures since then.", grows = true)
        long failures,

        @Described("Why it failed last; empty: it has not.") String lastFailure) {}
