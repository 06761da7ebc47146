package io.keelson.servlet;

import io.keelson.base.config.Configuration;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.servlet.compress.Compression;
import io.keelson.servlet.compress.CompressionSettings;
import io.keelson.servlet.compress.Compressors;
import io.keelson.servlet.descriptor.ServerSettings.GzipCompression;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.host.VirtualHostSettings;
import io.keelson.servlet.host.VirtualHosts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the domain that decide where and how an application is served. Thread-safe.
 *
 * @param hosts the virtual hosts
 * @param rules which responses are compressed where an application says nothing
 * @param compressors what they are compressed with
 */
record Serving(VirtualHosts hosts, CompressionSettings.Rules rules, Compressors compressors) implements AutoCloseable {
    static Serving of(Configuration configuration) {
        CompressionSettings.Rules rules =
                configuration.get(CompressionSettings.class).compression();
        return new Serving(
                VirtualHosts.of(configuration.all(VirtualHostSettings.class)), rules, new Compressors(rules.level()));
    }

    /** The virtual host that an application is deployed to. */
    static String host(ServingSettings settings) {
        String host = settings.virtualHost();
        return host == null ? VirtualHosts.DEFAULT : host;
    }

    /** Returns whether an application is what a host answers with where it has no other. */
    boolean isDefault(Deployment deployment, String host) {
        VirtualHostSettings settings = hosts.settings(host);
        return settings != null && VersionedName.plain(deployment.name()).equals(settings.defaultApplication());
    }

    /** Returns what an application's responses go through: the operator decides, then weblogic.xml, then the domain for all. */
    Compression compression(ServingSettings settings, WebDescriptor descriptor) {
        @Nullable GzipCompression declared = descriptor.server().container().compression();
        Boolean asked = settings.compression();
        Boolean own = declared == null ? null : declared.enabled();
        boolean on = asked != null ? asked : own != null ? own : rules.enabled();
        if (!on) {
            return Compression.OFF;
        }
        Integer minimum = declared == null ? null : declared.minimumLength();
        List<String> types = declared == null || declared.types().isEmpty() ? rules.types() : declared.types();
        return Compression.of(
                compressors, minimum == null ? rules.minimumSize().bytes() : minimum, types, rules.channels());
    }

    @Override
    public void close() {
        compressors.close();
    }
}
