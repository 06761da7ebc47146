package io.keelson.servlet.host;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A virtual host. Its name is the key of its entry.
 *
 * @param names see its help
 * @param channels see its help
 * @param defaultApplication see its help
 */
@Section(
        value = "virtual-hosts.*",
        help = "A virtual host: applications of their own for the requests that use one of its names or channels.")
public record VirtualHostSettings(
        @Setting(
                help = "Names that clients use, without port: www.example.com, or *.example.com for all below it;"
                        + " without any the host has all requests of its channels that no name claims.")
        List<String> names,

        @Setting(help = "Channels whose requests it serves; without it all.")
        List<String> channels,

        @Setting(
                help =
                        "Name of the deployment that answers what no other application of the host does: it is deployed at"
                                + " the root, unless the operator asks for another context root.")
        @Nullable
        String defaultApplication) {
    public VirtualHostSettings {
        names = names.stream().map(HostNames::checked).toList();
        channels = List.copyOf(channels);
        if (names.isEmpty() && channels.isEmpty()) {
            throw new IllegalArgumentException("a virtual host needs at least one name or one channel");
        }
    }
}
