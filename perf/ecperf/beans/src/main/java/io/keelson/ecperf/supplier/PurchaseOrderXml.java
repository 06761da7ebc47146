package io.keelson.ecperf.supplier;

import io.keelson.ecperf.model.Line;
import java.util.List;

/** The form in which a purchase order is sent. */
final class PurchaseOrderXml {
    private PurchaseOrderXml() {}

    static String write(long id, long supplier, String replyTo, List<Line> lines) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<purchase-order id=\"");
        xml.append(id).append("\" supplier=\"").append(supplier).append("\" reply-to=\"");
        xml.append(escaped(replyTo)).append("\">\n");
        for (Line line : lines) {
            xml.append("  <line part=\"").append(line.part());
            xml.append("\" quantity=\"").append(line.quantity()).append("\"/>\n");
        }
        return xml.append("</purchase-order>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
