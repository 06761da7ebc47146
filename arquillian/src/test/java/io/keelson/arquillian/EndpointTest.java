package io.keelson.arquillian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class EndpointTest {
    private static final JsonObject SERVER =
            Json.createReader(new StringReader("""
                    {"channels": [
                      {"name": "Default", "address": "[::]:7001", "protocols": ["http"], "admin": false, "secure": false},
                      {"name": "DefaultSecure", "address": "10.0.0.1:7002", "protocols": ["http"], "admin": false,
                       "secure": true}]}""")).readObject();

    @Test
    void whetherAChannelSpeaksTlsIsWhatTheServerSays() throws Exception {
        assertThat(Endpoint.of(SERVER, "Default", "127.0.0.1")).isEqualTo(new Endpoint("127.0.0.1", 7001, false));
        assertThat(Endpoint.of(SERVER, "DefaultSecure", "127.0.0.1")).isEqualTo(new Endpoint("10.0.0.1", 7002, true));
        assertThatThrownBy(() -> Endpoint.of(SERVER, "None", "127.0.0.1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Default, DefaultSecure");
    }
}
