package io.keelson.ee.rest.xml;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ext.Provider;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.util.Locale;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads and writes objects of the application's classes with {@code @XmlRootElement} or {@code @XmlType}. Thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 4.2.4 Standard Entity Providers.
 */
@Provider
@Consumes({"application/xml", "text/xml", "application/*+xml"})
@Produces({"application/xml", "text/xml", "application/*+xml"})
public final class BoundClassProvider extends XmlBinding<Object> {
    /** Made by RESTEasy, one an application. */
    public BoundClassProvider() {}

    @Override
    boolean isBound(Class<?> type, Type generic) {
        return isBound(type);
    }

    /** Returns true if objects of a class are bound. */
    static boolean isBound(Class<?> type) {
        return type.isAnnotationPresent(XmlRootElement.class) || type.isAnnotationPresent(XmlType.class);
    }

    @Override
    Class<?> valueType(Class<?> type, Type generic) {
        return type;
    }

    @Override
    Object read(Unmarshaller unmarshaller, XMLStreamReader reader, Class<?> type, Class<?> valueType)
            throws JAXBException {
        return element(unmarshaller, reader, valueType);
    }

    /** Reads an element. Where the class names its element, another one is refused. */
    static Object element(Unmarshaller unmarshaller, XMLStreamReader reader, Class<?> valueType) throws JAXBException {
        if (!valueType.isAnnotationPresent(XmlRootElement.class)) {
            return unmarshaller.unmarshal(reader, valueType).getValue();
        }
        Object value = unmarshaller.unmarshal(reader);
        if (!valueType.isInstance(value)) {
            throw new BadRequestException("the body is XML of another type than " + valueType.getSimpleName());
        }
        return value;
    }

    @Override
    void write(Marshaller marshaller, Object value, OutputStream out) throws JAXBException {
        marshaller.marshal(rooted(value), out);
    }

    /** Returns an object with its element. One whose class names none is written as one of the class's own name. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // the class of an object is that of its value
    static Object rooted(Object value) {
        Class type = value.getClass();
        if (type.isAnnotationPresent(XmlRootElement.class)) {
            return value;
        }
        String name = type.getSimpleName();
        return new JAXBElement(
                new QName(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1)), type, value);
    }

    @Override
    Class<?> valueType(Object value, Type generic) {
        return value.getClass();
    }
}
