package io.keelson.ee.rest.json;

import io.keelson.ee.rest.entity.EntityBody;
import jakarta.activation.DataSource;
import jakarta.json.JsonValue;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbException;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.Providers;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes objects by JSON Binding. A {@code ContextResolver<Jsonb>} of the application gives another configuration. A body that
 * is no JSON of the type is answered with 400. Thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 4.2.4 Standard Entity Providers, 11.2.7 Jakarta JSON Binding.
 */
@Provider
@Consumes("*/*")
@Produces({Media.JSON, Media.TEXT_JSON, Media.LIKE_JSON})
public final class BindingProvider implements MessageBodyReader<Object>, MessageBodyWriter<Object> {
    /** Types that have providers of their own. */
    private static final Set<Class<?>> OTHERS = Set.of(
            InputStream.class,
            Reader.class,
            File.class,
            byte[].class,
            char[].class,
            StreamingOutput.class,
            JsonValue.class);

    /** Asked several times for each body. */
    private static final ClassValue<Boolean> BOUND = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return !CharSequence.class.isAssignableFrom(type)
                    && OTHERS.stream().noneMatch(other -> other.isAssignableFrom(type));
        }
    };

    @Context
    private @Nullable Providers providers;

    private volatile @Nullable Jsonb standard;

    /** Made by RESTEasy, one an application. */
    public BindingProvider() {}

    private static boolean isBound(Class<?> type) {
        return BOUND.get(type);
    }

    @Override
    public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
        return Media.isJson(media) && isBound(type);
    }

    /** Leaves values that others write as text or XML to them where nothing says the type. */
    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
        return isBound(type) && (Media.isJson(media) || Media.isAny(media) && !isOfOthers(type));
    }

    private static boolean isOfOthers(Class<?> type) {
        return type.isPrimitive()
                || type.getName().startsWith("java.lang.")
                || DataSource.class.isAssignableFrom(type)
                || Source.class.isAssignableFrom(type)
                || MultivaluedMap.class.isAssignableFrom(type)
                || JAXBElement.class.isAssignableFrom(type)
                || type.isAnnotationPresent(XmlRootElement.class)
                || type.isAnnotationPresent(XmlType.class);
    }

    @Override
    public @Nullable Object readFrom(
            Class<Object> type,
            Type generic,
            Annotation[] annotations,
            MediaType media,
            MultivaluedMap<String, String> headers,
            InputStream body)
            throws IOException {
        InputStream in = EntityBody.nonEmpty(body, "JSON");
        try {
            return jsonb(type).fromJson(new InputStreamReader(in, Media.charset(media)), generic);
        } catch (JsonbException e) {
            throw new BadRequestException("the body is no JSON of " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void writeTo(
            Object value,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType media,
            MultivaluedMap<String, Object> headers,
            OutputStream body)
            throws IOException {
        // Not flushed: a short answer then goes with its length, and in one write. The container closes the body.
        body.write(jsonb(type).toJson(value, generic).getBytes(Media.charset(media)));
    }

    private Jsonb jsonb(Class<?> type) {
        Providers all = providers;
        ContextResolver<Jsonb> resolver =
                all == null ? null : all.getContextResolver(Jsonb.class, MediaType.APPLICATION_JSON_TYPE);
        Jsonb chosen = resolver == null ? null : resolver.getContext(type);
        return chosen == null ? standard() : chosen;
    }

    private Jsonb standard() {
        Jsonb made = standard;
        if (made == null) {
            // Two threads may make one each; it is immutable, and either serves.
            made = JsonbBuilder.create();
            standard = made;
        }
        return made;
    }
}
