package io.keelson.ee.rest.xml;

import io.keelson.ee.rest.entity.EntityBody;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBContextFactory;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes bodies by XML Binding. A {@code ContextResolver<JAXBContext>} of the application gives another context. A body that
 * is no XML of the type is answered with 400. Document types are ignored, so that a body cannot have files read or grow by entities.
 * Thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 4.2.4 Standard Entity Providers.
 *
 * @param <T> what is read and written
 */
abstract class XmlBinding<T> implements MessageBodyReader<T>, MessageBodyWriter<T> {
    private static final XMLInputFactory INPUT = input();

    @Context
    private @Nullable Providers providers;

    private final Map<Class<?>, JAXBContext> contexts = new ConcurrentHashMap<>();

    private static XMLInputFactory input() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    private static boolean isXml(@Nullable MediaType media) {
        if (media == null) {
            return false;
        }
        String subtype = media.getSubtype().toLowerCase(Locale.ROOT);
        return subtype.equals("xml") || subtype.endsWith("+xml");
    }

    /** Returns true if objects of a type are bound. */
    abstract boolean isBound(Class<?> type, Type generic);

    /** Returns true if objects of a type that is bound can be made. */
    boolean isMade(Class<?> type) {
        return true;
    }

    /** Returns true if objects that are bound are written in XML where neither the resource nor the client says a type. */
    boolean isChosen() {
        return true;
    }

    /** Returns the class that the document's element is of. */
    abstract Class<?> valueType(Class<?> type, Type generic);

    /**
     * Reads the whole document.
     *
     * @param type that is asked for
     * @param valueType of the elements
     */
    abstract T read(Unmarshaller unmarshaller, XMLStreamReader reader, Class<?> type, Class<?> valueType)
            throws JAXBException, XMLStreamException;

    /** Writes the whole document. */
    abstract void write(Marshaller marshaller, T value, OutputStream out) throws JAXBException, XMLStreamException;

    /** Returns the class that the elements of an object are of. */
    abstract Class<?> valueType(T value, Type generic);

    @Override
    public final boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
        return isXml(media) && isBound(type, generic) && isMade(type);
    }

    /** A media type with a wildcard is asked for where the answer's is still to be chosen among those of the writers. */
    @Override
    public final boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
        return isBound(type, generic) && (isXml(media) || isChosen() && media.isWildcardSubtype());
    }

    @Override
    public final T readFrom(
            Class<T> type,
            Type generic,
            Annotation[] annotations,
            MediaType media,
            MultivaluedMap<String, String> headers,
            InputStream body)
            throws IOException {
        InputStream in = EntityBody.nonEmpty(body, "XML");
        Class<?> value = valueType(type, generic);
        Unmarshaller unmarshaller;
        try {
            unmarshaller = context(value, media).createUnmarshaller();
        } catch (JAXBException e) {
            throw unusable(value, e);
        }
        try {
            XMLStreamReader reader = reader(in, media);
            try {
                return read(unmarshaller, reader, type, value);
            } finally {
                reader.close();
            }
        } catch (JAXBException | XMLStreamException e) {
            throw new BadRequestException("the body is no XML of " + value.getSimpleName() + ": " + message(e), e);
        }
    }

    /** The charset of the media type goes before that of the document. */
    private static XMLStreamReader reader(InputStream in, MediaType media) throws XMLStreamException {
        String charset = media.getParameters().get(MediaType.CHARSET_PARAMETER);
        return charset == null
                ? INPUT.createXMLStreamReader(in)
                : INPUT.createXMLStreamReader(in, charset(charset).name());
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new BadRequestException("the charset " + name + " of the body is not known", e);
        }
    }

    @Override
    public final void writeTo(
            T value,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType media,
            MultivaluedMap<String, Object> headers,
            OutputStream body)
            throws IOException {
        Class<?> bound = valueType(value, generic);
        String charset = media.getParameters().get(MediaType.CHARSET_PARAMETER);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        try {
            Marshaller marshaller = context(bound, media).createMarshaller();
            marshaller.setProperty(Marshaller.JAXB_ENCODING, charset == null ? StandardCharsets.UTF_8.name() : charset);
            write(marshaller, value, whole);
        } catch (JAXBException | XMLStreamException e) {
            throw unusable(bound, e);
        }
        // Not flushed: a short answer then goes with its length, and in one write. The container closes the body.
        whole.writeTo(body);
    }

    private JAXBContext context(Class<?> type, MediaType media) throws JAXBException {
        Providers all = providers;
        ContextResolver<JAXBContext> resolver = all == null ? null : all.getContextResolver(JAXBContext.class, media);
        JAXBContext chosen = resolver == null ? null : resolver.getContext(type);
        if (chosen != null) {
            return chosen;
        }
        JAXBContext known = contexts.get(type);
        if (known == null) {
            // Two threads may make one each; either serves.
            known = Factory.INSTANCE.createContext(new Class<?>[] {type}, Map.of());
            contexts.put(type, known);
        }
        return known;
    }

    private static InternalServerErrorException unusable(Class<?> type, Exception e) {
        return new InternalServerErrorException(
                "the class " + type.getName() + " cannot be bound to XML: " + message(e), e);
    }

    /** The message of a failure that XML Binding may have wrapped without one. */
    private static String message(Exception e) {
        Throwable linked = e instanceof JAXBException binding ? binding.getLinkedException() : null;
        String message = e.getMessage();
        return message == null && linked != null ? String.valueOf(linked.getMessage()) : String.valueOf(message);
    }

    /** The part's implementation, whatever class loader the calling thread has; loaded with the first body. */
    private static final class Factory {
        static final JAXBContextFactory INSTANCE = ServiceLoader.load(
                        JAXBContextFactory.class, XmlBinding.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the part 'rest' has no implementation of XML Binding"));
    }
}
