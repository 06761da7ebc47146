package io.keelson.ecperf.supplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ecperf.model.Line;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveryTest {
    private static Delivery read(String xml) throws IOException {
        return Delivery.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aDeliveryIsRead() throws Exception {
        assertThat(read("<delivery purchase-order='7' last='true'><line part='3' quantity='200'/></delivery>"))
                .isEqualTo(new Delivery(7, true, List.of(new Line(3, 200))));
    }

    @Test
    void whatIsNoneIsRefused() {
        for (String wrong : List.of(
                "",
                "<order/>",
                "<delivery purchase-order='x'/>",
                "<delivery purchase-order='7'><line part='3' quantity='0'/></delivery>",
                "<!DOCTYPE delivery [<!ENTITY e SYSTEM 'file:/etc/passwd'>]><delivery purchase-order='7'>&e;</delivery>")) {
            assertThatThrownBy(() -> read(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aPurchaseOrderIsWrittenAsXml() {
        assertThat(PurchaseOrderXml.write(7, 2, "http://a/b?c&\"<", List.of(new Line(3, 200))))
                .isEqualTo("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <purchase-order id="7" supplier="2" reply-to="http://a/b?c&amp;&quot;&lt;">
                          <line part="3" quantity="200"/>
                        </purchase-order>
                        """);
    }
}
