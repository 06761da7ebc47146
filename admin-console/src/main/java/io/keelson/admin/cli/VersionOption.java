package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which of an application's versions is meant. */
final class VersionOption {
    @Option(
            names = "--version",
            paramLabel = "VERSION",
            description = "The version, of an application that has versions side by side.")
    @Nullable
    String version;

    /** Returns what the path of a request has for it: empty, or beginning with a question mark. */
    String query() {
        String query = query(version, null);
        return query.isEmpty() ? "" : "?" + query;
    }

    static String query(@Nullable String version, @Nullable Integer retireTimeout) {
        String asked = version == null ? "" : "version=" + PercentEncoding.of(version);
        String timeout = retireTimeout == null ? "" : "retire-timeout=" + retireTimeout;
        return asked + (asked.isEmpty() || timeout.isEmpty() ? "" : "&") + timeout;
    }
}
