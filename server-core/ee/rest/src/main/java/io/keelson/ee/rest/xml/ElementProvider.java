package io.keelson.ee.rest.xml;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ext.Provider;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.io.OutputStream;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads and writes {@code JAXBElement}, whatever the element's name. Thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 4.2.4 Standard Entity Providers.
 */
@Provider
@Consumes({"application/xml", "text/xml", "application/*+xml"})
@Produces({"application/xml", "text/xml", "application/*+xml"})
public final class ElementProvider extends XmlBinding<JAXBElement<?>> {
    /** Made by RESTEasy, one an application. */
    public ElementProvider() {}

    @Override
    boolean isBound(Class<?> type, Type generic) {
        return JAXBElement.class.isAssignableFrom(type);
    }

    /** {@code Object} where the type does not say what the element is of. */
    @Override
    Class<?> valueType(Class<?> type, Type generic) {
        Type argument = generic instanceof ParameterizedType named ? named.getActualTypeArguments()[0] : Object.class;
        if (argument instanceof ParameterizedType named) {
            argument = named.getRawType();
        }
        if (argument instanceof GenericArrayType) {
            throw new InternalServerErrorException("arrays of generic types cannot be read by XML Binding: " + generic);
        }
        return argument instanceof Class<?> known ? known : Object.class;
    }

    @Override
    JAXBElement<?> read(Unmarshaller unmarshaller, XMLStreamReader reader, Class<?> type, Class<?> valueType)
            throws JAXBException {
        return unmarshaller.unmarshal(reader, valueType);
    }

    @Override
    void write(Marshaller marshaller, JAXBElement<?> value, OutputStream out) throws JAXBException {
        marshaller.marshal(value, out);
    }

    @Override
    Class<?> valueType(JAXBElement<?> value, Type generic) {
        return value.getDeclaredType();
    }
}
