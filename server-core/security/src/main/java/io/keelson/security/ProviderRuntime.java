package io.keelson.security;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a provider of the realm does now, for management.
 *
 * @param name its name
 * @param type what it is: file, jdbc
 * @param position which place it has when a user is looked for, from 1
 * @param state whether it can be asked
 * @param inState for how long
 * @param whenAway what is done with logins while it cannot be asked
 * @param editable whether its users can be changed here
 * @param accepted logins of its users since the start of the server that were let in
 * @param refused logins of its users that were not
 * @param failures how often it could not be asked
 * @param cached users that are remembered
 * @param lastFailure why it could not be asked, the last time
 */
public record ProviderRuntime(
        String name,
        String type,
        int position,
        State state,
        Duration inState,
        String whenAway,
        boolean editable,
        long accepted,
        long refused,
        long failures,
        int cached,
        @Nullable String lastFailure) {
    /** Whether a provider can be asked. */
    public enum State {
        /** It could, the last time. */
        RUNNING,
        /** It could not, so none of its users can log in. */
        AWAY
    }

    /** All of a realm, for {@code realm-providers}. */
    static List<ProviderRuntime> of(List<ProviderDoor> doors) {
        return doors.stream().map(door -> door.runtime(doors.indexOf(door) + 1)).toList();
    }
}
