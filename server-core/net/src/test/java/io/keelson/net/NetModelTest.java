package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.ModelProvider;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.fixture.Defaults;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class NetModelTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(
            10_000,
            300,
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            new DataSize(240),
            Duration.ofSeconds(30),
            new DataSize(8 * 1024),
            new DataSize(32 * 1024),
            100,
            new DataSize(100L * 1024 * 1024),
            10_000,
            true,
            100,
            new DataSize(64 * 1024),
            new DataSize(16 * 1024),
            500,
            5000);

    @Test
    void isFound() {
        assertThat(ServiceLoader.load(ModelProvider.class)).anyMatch(NetModel.class::isInstance);
        assertThat(ServiceLoader.load(SubsystemFactory.class)).anyMatch(NetSubsystemFactory.class::isInstance);
        assertThat(new NetModel().sections()).containsExactly(ServerNetwork.class);
    }

    @Test
    void hasTheseDefaults() {
        assertThat(Defaults.of(ServerNetwork.class, Map.of()))
                .isEqualTo(new ServerNetwork("127.0.0.1", 7001, true, false, null, null, LIMITS, Map.of()));
        assertThat(Defaults.of(ChannelSettings.class, Map.of("listenPort", 1)))
                .isEqualTo(new ChannelSettings("127.0.0.1", 1, List.of("http"), false, LIMITS));
    }

    @Test
    void putsTheDefaultChannelFirst() {
        ChannelSettings other = Defaults.of(ChannelSettings.class, Map.of("listenPort", 1));
        ServerNetwork network = Defaults.of(ServerNetwork.class, Map.of("channels", Map.of("A", other)));
        assertThat(network.allChannels().keySet()).containsExactly("Default", "A");
        assertThatThrownBy(() -> Defaults.of(ServerNetwork.class, Map.of("channels", Map.of("Default", other))))
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }
}
