package io.keelson.ecperf.emulator;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A purchase order, as a buyer sends it.
 *
 * @param replyTo the URL that takes the delivery
 */
record Order(long id, String replyTo, List<Line> lines) {
    /** A part and a quantity. */
    record Line(long part, int quantity) {}

    /**
     * Reads an order.
     *
     * @throws IllegalArgumentException where it is none
     */
    static Order read(InputStream xml) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            Element root = factory.newDocumentBuilder().parse(xml).getDocumentElement();
            if (!root.getTagName().equals("purchase-order")) {
                throw new IllegalArgumentException("<" + root.getTagName() + "> is no purchase order");
            }
            List<Line> lines = new ArrayList<>();
            NodeList all = root.getElementsByTagName("line");
            for (int i = 0; i < all.getLength(); i++) {
                Element line = (Element) all.item(i);
                lines.add(new Line(
                        Long.parseLong(line.getAttribute("part")), Integer.parseInt(line.getAttribute("quantity"))));
            }
            return new Order(Long.parseLong(root.getAttribute("id")), root.getAttribute("reply-to"), lines);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalArgumentException("the purchase order is no XML: " + e.getMessage(), e);
        }
    }

    /** The delivery of all that was ordered. */
    String delivery(boolean last) {
        StringBuilder xml =
                new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<delivery purchase-order=\"");
        xml.append(id).append("\" last=\"").append(last).append("\">\n");
        for (Line line : lines) {
            xml.append("  <line part=\"").append(line.part());
            xml.append("\" quantity=\"").append(line.quantity()).append("\"/>\n");
        }
        return xml.append("</delivery>\n").toString();
    }
}
