package io.keelson.appclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.appclient.Features.Feature;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Features of references to web services, as descriptors of clients say them. */
class FeaturesTest {
    private static final String REFERENCE = """
            <service-ref>
              <port-component-ref><service-endpoint-interface>shop.Prices</service-endpoint-interface>
                <enable-mtom>true</enable-mtom><mtom-threshold>%s</mtom-threshold>
                <addressing><required>true</required><responses>NON_ANONYMOUS</responses></addressing>
                <respect-binding><enabled>false</enabled></respect-binding></port-component-ref>
              <port-component-ref><service-endpoint-interface>shop.Orders</service-endpoint-interface>
                <port-component-link>orders.jar#Orders</port-component-link></port-component-ref>
            </service-ref>
            """;

    private static Features read(String xml) throws ClientException {
        return Features.of(
                Xml.read("x", new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "service-ref"), "here");
    }

    @Test
    void thoseOfEachPortAreRead() throws Exception {
        assertThat(read(REFERENCE.formatted("500")).byPort())
                .isEqualTo(Map.of(
                        "shop.Prices",
                        List.of(
                                new Feature("jakarta.xml.ws.soap.MTOM", Map.of("enabled", true, "threshold", 500)),
                                new Feature(
                                        "jakarta.xml.ws.soap.Addressing",
                                        Map.of("enabled", true, "required", true, "responses", "NON_ANONYMOUS")),
                                new Feature("jakarta.xml.ws.RespectBinding", Map.of("enabled", false)))));
    }

    @Test
    void aThresholdThatIsNoNumberIsNamed() {
        assertThatThrownBy(() -> read(REFERENCE.formatted("much")))
                .hasMessage("here: <mtom-threshold> is no number: 'much'");
    }

    @Test
    void thoseOfADescriptorGoOverThoseOfAnAnnotation() {
        Features declared = new Features(Map.of("shop.Prices", List.of()));
        Features annotated = new Features(Map.of(Features.ANY, List.of()));
        assertThat(declared.over(annotated).byPort()).containsOnlyKeys("shop.Prices", Features.ANY);
        assertThat(Features.NONE.over(annotated)).isEqualTo(annotated);
        assertThat(declared.over(Features.NONE)).isEqualTo(declared);
    }
}
