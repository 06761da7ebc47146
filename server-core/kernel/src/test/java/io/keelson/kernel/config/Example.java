package io.keelson.kernel.config;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A model with a setting of each kind, for the tests. */
final class Example {
    static final Model MODEL =
            Model.of(Domain.class, Server.class, ServerLog.class, Channel.class, Work.class, Limits.class, Pool.class);

    private static final Path FILE = Path.of("/d/domain.yaml").toAbsolutePath();

    private Example() {}

    enum Balance {
        ROUND_ROBIN,
        LEAST_LOADED
    }

    @Section(value = "servers.*", help = "A server: one JVM.")
    record Server(
            @Setting(help = "The address.", defaultValue = "127.0.0.1")
            String listenAddress,

            @Setting(
                    help = "The port.",
                    defaultValue = "7001",
                    min = "1",
                    max = "65535",
                    aliases = {"ListenPort", "port"})
            int listenPort,

            @Setting(help = "Whether native.", defaultValue = "true", change = Setting.Change.LIVE)
            boolean nativeIoEnabled,

            @Setting(help = "How long.", defaultValue = "30s", min = "1s", max = "1h")
            Duration idleTimeout,

            @Setting(help = "How large.", defaultValue = "8KiB", min = "1KiB")
            DataSize bufferSize,

            @Setting(help = "Which.", defaultValue = "round-robin")
            Balance balance,

            @Setting(help = "Where work goes.", reference = "work-managers") @Nullable
            String workManager,

            @Setting(help = "Protocols.", defaultValue = "http, keelson", pattern = "[a-z]+")
            List<String> protocols,

            @Setting(help = "The secret.", secret = true, pattern = "[a-z]{8,}") @Nullable
            String password,

            @Setting(help = "Labels.") Map<String, String> labels,

            @Setting(help = "A share.", defaultValue = "0.5", min = "0", max = "1")
            double share,

            @Setting(help = "A count.") @Nullable Long count,
            @Setting(help = "TLS.") @Nullable Tls tls,
            @Setting(help = "Headers.") Headers headers,
            @Setting(help = "Certificates by host.") Map<String, Tls> hosts) {}

    record Tls(
            @Setting(help = "The key store.", required = true)
            Path keyStore,

            @Setting(help = "Ciphers.") List<String> ciphers) {}

    record Headers(
            @Setting(help = "How many.", defaultValue = "100", min = "1")
            int count,

            @Setting(help = "How large.", defaultValue = "16KiB")
            DataSize size) {}

    @Section(value = "servers.*.log", help = "The log of a server.")
    record ServerLog(
            @Setting(help = "The file.", defaultValue = "logs/server.log")
            Path file) {}

    @Section(value = "servers.*.channels.*", help = "A channel of a server.")
    record Channel(
            @Setting(help = "The port.", required = true, min = "0", max = "65535")
            int port) {}

    @Section(value = "work-managers.*", help = "A work manager.")
    record Work(
            @Setting(help = "Queued and running.", defaultValue = "65536", min = "1")
            int capacity) {}

    @Section("limits")
    record Limits(
            @Setting(help = "The least.", defaultValue = "1")
            int least,

            @Setting(help = "The most.", defaultValue = "10")
            int most) {
        Limits {
            if (least > most) {
                throw new IllegalArgumentException("least is greater than most");
            }
        }
    }

    @Section("pools.*.members.*")
    record Pool(
            @Setting(help = "Weight.", defaultValue = "1") int weight) {}

    static DomainFile file(String text) throws ConfigurationException {
        return DomainFile.parse(FILE, text);
    }

    static DomainConfiguration read(String text) throws ConfigurationException {
        return new ConfigurationReader(MODEL).read(file(text), "AdminServer");
    }

    static DomainConfiguration read(String text, Overrides overrides) throws ConfigurationException {
        return new ConfigurationReader(MODEL).read(file(text), "AdminServer", overrides);
    }

    /** Everything that is wrong with a text, as written; empty when it can be read. */
    static List<String> problems(String text) {
        return problems(text, Overrides.none());
    }

    static List<String> problems(String text, Overrides overrides) {
        try {
            read(text, overrides);
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }
}
