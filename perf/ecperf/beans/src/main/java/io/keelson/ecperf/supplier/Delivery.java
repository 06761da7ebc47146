package io.keelson.ecperf.supplier;

import io.keelson.ecperf.model.Line;
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
 * A delivery, as a supplier says it.
 *
 * @param purchaseOrder the key of the purchase order
 * @param last whether the supplier will not try again where the order is not known
 * @param lines what is delivered
 */
public record Delivery(long purchaseOrder, boolean last, List<Line> lines) {
    /**
     * Reads a delivery.
     *
     * @throws IllegalArgumentException where it is none
     */
    public static Delivery read(InputStream xml) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            Element root = factory.newDocumentBuilder().parse(xml).getDocumentElement();
            if (!root.getTagName().equals("delivery")) {
                throw new IllegalArgumentException("<" + root.getTagName() + "> is no delivery");
            }
            List<Line> lines = new ArrayList<>();
            NodeList all = root.getElementsByTagName("line");
            for (int i = 0; i < all.getLength(); i++) {
                Element line = (Element) all.item(i);
                lines.add(new Line(
                        Long.parseLong(line.getAttribute("part")), Integer.parseInt(line.getAttribute("quantity"))));
            }
            return new Delivery(
                    Long.parseLong(root.getAttribute("purchase-order")),
                    Boolean.parseBoolean(root.getAttribute("last")),
                    lines);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalArgumentException("the delivery is no XML: " + e.getMessage(), e);
        }
    }
}
