package io.keelson.admin.node;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of servers as {@code domain.yaml} says now. While it cannot be read what it said last counts, else the defaults: a
 * file that is being edited must not keep a crashed server down. Guarded by the lock of {@link NodeManager}.
 */
final class SettingsReader implements Function<String, RestartSettings> {
    private final DomainDirectory domain;
    private final Model model;
    private final Map<String, RestartSettings> last = new HashMap<>();
    private @Nullable FileTime readAt;
    private String trouble = "";

    SettingsReader(DomainDirectory domain, Model model) {
        this.domain = domain;
        this.model = model;
    }

    /** Returns what the file says of the node manager itself; empty while it cannot be read. */
    Optional<NodeSettings> node() {
        return read(domain.adminServer()).map(configuration -> configuration.get(NodeSettings.class));
    }

    @Override
    public RestartSettings apply(String server) {
        try {
            FileTime changed = Files.getLastModifiedTime(domain.configuration());
            if (!changed.equals(readAt)) {
                readAt = changed;
                last.replaceAll((name, before) ->
                        read(name).map(read -> read.get(RestartSettings.class)).orElse(before));
            }
        } catch (IOException e) {
            tell(server, e.toString());
        }
        RestartSettings known = last.get(server);
        if (known == null) {
            known = read(server).map(read -> read.get(RestartSettings.class)).orElse(RestartSettings.DEFAULTS);
            last.put(server, known);
        }
        return known;
    }

    private Optional<DomainConfiguration> read(String server) {
        try {
            DomainFile file = DomainFile.read(domain.configuration());
            return Optional.of(new ConfigurationReader(model).read(file, server, Overrides.none()));
        } catch (ConfigurationException e) {
            tell(server, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void tell(String server, String why) {
        if (!trouble.equals(why)) {
            trouble = why;
            NodeLog.LOG.settingsNotRead(server, why);
        }
    }
}
