package io.keelson.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.websocket.endpoint.EndpointType;
import jakarta.websocket.Decoder;
import jakarta.websocket.Encoder;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Extension;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Configurations that applications have written themselves. */
class CompleteConfigTest {
    /** An endpoint. */
    public static class Silent extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {}
    }

    /** As samples of Open Liberty write it. */
    private static final class Bare implements ServerEndpointConfig {
        @Override
        public Class<?> getEndpointClass() {
            return Silent.class;
        }

        @Override
        public String getPath() {
            return "/silent";
        }

        @Override
        public List<String> getSubprotocols() {
            return null;
        }

        @Override
        public List<Extension> getExtensions() {
            return null;
        }

        @Override
        public Configurator getConfigurator() {
            return null;
        }

        @Override
        public List<Class<? extends Encoder>> getEncoders() {
            return null;
        }

        @Override
        public List<Class<? extends Decoder>> getDecoders() {
            return null;
        }

        @Override
        public Map<String, Object> getUserProperties() {
            return null;
        }
    }

    @Test
    void nullsAreEmpty() throws Exception {
        ServerEndpointConfig config = CompleteConfig.of(new Bare());

        assertThat(config.getSubprotocols()).isEmpty();
        assertThat(config.getExtensions()).isEmpty();
        assertThat(config.getConfigurator()).isNotNull();
        assertThat(config.getPath()).isEqualTo("/silent");
        config.getUserProperties().put("a", 1);
        assertThat(config.getUserProperties()).containsEntry("a", 1);
        assertThat(EndpointType.of(Silent.class, config)).isNotNull();
    }

    @Test
    void aCompleteOneStaysAsItIs() {
        ServerEndpointConfig config =
                ServerEndpointConfig.Builder.create(Silent.class, "/s").build();

        assertThat(CompleteConfig.of(config)).isSameAs(config);
    }
}
