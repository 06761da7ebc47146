package io.keelson.resource;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user by whose name the server signs on to the system behind a resource adapter.
 *
 * @param jndiNames connection factories for which it counts; where none is given, eis/ and the entry's own name
 * @param callers users of the server who are that user there; with no groups either: all whom no other entry names
 * @param groups groups of the server whose users are that user there
 * @param user name in the system behind the adapter
 * @param password of that user
 * @param passwordFile a file whose first line is the password, relative to the domain
 */
@Section(
        value = "adapter-logins.*",
        help = "A user by whose name the server signs on to the system behind a resource adapter.")
public record AdapterLoginSettings(
        @Setting(
                help = "Connection factories for which it counts, as eis/ledger; without any eis/ and the entry's own"
                        + " name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(
                help = "Users of the server who are that user there. An entry with neither callers nor groups is for"
                        + " all whom no other entry of the factory names.",
                change = Change.LIVE)
        List<String> callers,

        @Setting(help = "Groups of the server whose users are that user there.", change = Change.LIVE)
        List<String> groups,

        @Setting(help = "User in the system behind the adapter.", required = true, change = Change.LIVE)
        String user,

        @Setting(
                help = "Password of that user; better password-file, or a variable of the environment that overrides"
                        + " this.",
                secret = true,
                change = Change.LIVE)
        @Nullable
        String password,

        @Setting(
                help = "File whose first line is the password, relative to the domain. It is read again when the"
                        + " configuration changes.",
                change = Change.LIVE)
        @Nullable
        Path passwordFile) {
    public AdapterLoginSettings {
        jndiNames = List.copyOf(jndiNames);
        callers = List.copyOf(callers);
        groups = List.copyOf(groups);
        if (password != null && passwordFile != null) {
            throw new IllegalArgumentException("password and password-file are both given; one of them is enough");
        }
    }

    List<String> names(String own) {
        return jndiNames.isEmpty() ? List.of("eis/" + own) : jndiNames;
    }

    boolean isForAll() {
        return callers.isEmpty() && groups.isEmpty();
    }
}
