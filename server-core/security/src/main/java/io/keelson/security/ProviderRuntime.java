package io.keelson.security;

import io.keelson.base.measure.Described;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Figures of a provider of the realm at this moment, for management. */
public record ProviderRuntime(
        @Described("The name of the provider.") String name,
        @Described("What it is: file, jdbc.") String type,

        @Described("Which place the provider has when a user is looked for, from 1.")
        int position,

        @Described("Whether the provider can be asked.") State state,

        @Described("For how long the provider has been in its state.")
        Duration inState,

        @Described("What is done with logins while it cannot be asked.")
        String whenAway,

        @Described("Whether the provider's users can be changed here.")
        boolean editable,

        @Described(
                value = "Logins of the provider's users since the start of the server that were let in.",
                grows = true)
        long accepted,

        @Described(
                value = "Logins of the provider's users since the start of the server that were not let in.",
                grows = true)
        long refused,

        @Described(value = "How often the provider could not be asked.", grows = true)
        long failures,

        @Described("Users of the provider that are remembered.")
        int cached,

        @Described("Why it could not be asked, the last time.") @Nullable
        String lastFailure) {
    /** State of a provider, by which it can be asked or not. */
    public enum State {
        /** Could, the last time. */
        RUNNING,
        /** Could not, so none of its users can log in. */
        AWAY
    }

    /** All of a realm, for {@code realm-providers}. */
    static List<ProviderRuntime> of(List<GuardedProvider> doors) {
        return doors.stream()
                .map(guarded -> guarded.runtime(doors.indexOf(guarded) + 1))
                .toList();
    }
}
