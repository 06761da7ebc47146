package io.keelson.jms.ra;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Compares ra.xml with the classes that it names. */
final class DescriptorTest {
    private final Document descriptor;

    DescriptorTest() throws Exception {
        descriptor = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("src/main/rar/META-INF/ra.xml").toFile());
    }

    private static String text(Element of, String name) {
        return of.getElementsByTagName(name).item(0).getTextContent();
    }

    private List<Element> all(String name) {
        NodeList found = descriptor.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    /** Returns the class whose properties stand in an element. */
    private static String classOf(Element properties) {
        for (Node each = properties.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each.getNodeName()
                    .matches(
                            "resourceadapter-class|managedconnectionfactory-class|activationspec-class|adminobject-class")) {
                return each.getTextContent();
            }
        }
        throw new AssertionError("no class beside " + properties.getTextContent());
    }

    @Test
    void everyPropertyIsOneOfItsClass() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Element each : all("config-property")) {
            Class<?> type = Class.forName(classOf((Element) each.getParentNode()));
            String name = text(each, "config-property-name");
            String setter = "set" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
            try {
                Method unused = type.getMethod(setter, Class.forName(text(each, "config-property-type")));
            } catch (NoSuchMethodException e) {
                wrong.add(type.getName() + "." + name);
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Containers pass over what ra.xml does not name. */
    @Test
    void everyPropertyOfAClassIsThere() throws Exception {
        List<String> missing = new ArrayList<>();
        for (String holder : List.of("resourceadapter", "connection-definition", "activationspec", "adminobject")) {
            for (Element each : all(holder)) {
                Class<?> type = Class.forName(classOf(each));
                Set<String> named = new TreeSet<>();
                for (Node child = each.getFirstChild(); child != null; child = child.getNextSibling()) {
                    if (child.getNodeName().equals("config-property")) {
                        named.add(text((Element) child, "config-property-name").toLowerCase(Locale.ROOT));
                    }
                }
                for (Method method : type.getMethods()) {
                    String name = method.getName();
                    if (name.startsWith("set")
                            && method.getParameterCount() == 1
                            && method.getParameterTypes()[0].getName().startsWith("java.lang.")
                            && !named.contains(name.substring(3).toLowerCase(Locale.ROOT))) {
                        missing.add(type.getSimpleName() + "." + name);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void classesAndInterfacesAreThere() throws Exception {
        for (Element each : all("connection-definition")) {
            Class<?> factory = Class.forName(text(each, "connectionfactory-interface"));
            assertThat(factory).isAssignableFrom(Class.forName(text(each, "connectionfactory-impl-class")));
        }
        for (Element each : all("adminobject")) {
            assertThat(Class.forName(text(each, "adminobject-interface")))
                    .isAssignableFrom(Class.forName(text(each, "adminobject-class")));
        }
    }
}
