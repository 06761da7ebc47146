package io.keelson.ee.rest.xml;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ext.Provider;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes arrays, lists and sets of objects of the application's classes with {@code @XmlRootElement} or {@code @XmlType}. The
 * document's element is called {@code collection}, as other servers with RESTEasy do; one that is read may have any name. Thread-safe.
 */
@Provider
@Consumes({"application/xml", "text/xml", "application/*+xml"})
@Produces({"application/xml", "text/xml", "application/*+xml"})
public final class CollectionProvider extends XmlBinding<Object> {
    private static final String ROOT = "collection";
    private static final XMLOutputFactory OUTPUT = XMLOutputFactory.newDefaultFactory();

    /** Made by RESTEasy, one an application. */
    public CollectionProvider() {}

    @Override
    boolean isBound(Class<?> type, Type generic) {
        Class<?> item = item(type, generic);
        return item != null && BoundClassProvider.isBound(item);
    }

    @Override
    boolean isMade(Class<?> type) {
        return type.isArray() || type.isAssignableFrom(ArrayList.class) || type.isAssignableFrom(LinkedHashSet.class);
    }

    /** Lists of no said type are written in JSON. */
    @Override
    boolean isChosen() {
        return false;
    }

    /** Returns the class of the items; null where it is no collection, or its items are of no known class. */
    private static @Nullable Class<?> item(Class<?> type, Type generic) {
        if (type.isArray()) {
            return type.getComponentType();
        }
        if (!Collection.class.isAssignableFrom(type)) {
            return null;
        }
        Type argument = generic instanceof ParameterizedType named && named.getActualTypeArguments().length == 1
                ? named.getActualTypeArguments()[0]
                : null;
        if (argument instanceof WildcardType wild) {
            argument = wild.getUpperBounds()[0];
        }
        return argument instanceof Class<?> known ? known : null;
    }

    @Override
    Class<?> valueType(Class<?> type, Type generic) {
        Class<?> item = item(type, generic);
        if (item == null) {
            throw new IllegalStateException("not bound: " + generic);
        }
        return item;
    }

    @Override
    Class<?> valueType(Object value, Type generic) {
        return valueType(value.getClass(), generic);
    }

    @Override
    Object read(Unmarshaller unmarshaller, XMLStreamReader reader, Class<?> type, Class<?> valueType)
            throws JAXBException, XMLStreamException {
        List<Object> items = new ArrayList<>();
        reader.nextTag(); // the document's element
        reader.nextTag();
        while (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
            items.add(BoundClassProvider.element(unmarshaller, reader, valueType));
            // Binding stops behind the element: at text between two, or at the next one already.
            if (reader.getEventType() != XMLStreamConstants.START_ELEMENT
                    && reader.getEventType() != XMLStreamConstants.END_ELEMENT) {
                reader.nextTag();
            }
        }
        if (type.isArray()) {
            Object array = Array.newInstance(valueType, items.size());
            for (int i = 0; i < items.size(); i++) {
                Array.set(array, i, items.get(i));
            }
            return array;
        }
        return type.isAssignableFrom(ArrayList.class) ? items : new LinkedHashSet<>(items);
    }

    @Override
    void write(Marshaller marshaller, Object value, OutputStream out) throws JAXBException, XMLStreamException {
        String charset = String.valueOf(marshaller.getProperty(Marshaller.JAXB_ENCODING));
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        XMLStreamWriter writer = OUTPUT.createXMLStreamWriter(out, charset);
        writer.writeStartDocument(charset, "1.0");
        writer.writeStartElement(ROOT);
        Collection<?> items = value instanceof Collection<?> some ? some : Arrays.asList((Object[]) value);
        for (Object item : items) {
            if (item != null) {
                marshaller.marshal(BoundClassProvider.rooted(item), writer);
            }
        }
        writer.writeEndElement();
        writer.writeEndDocument();
        writer.flush();
    }
}
