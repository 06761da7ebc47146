package io.keelson.appclient;

import io.keelson.appclient.ClientDescriptor.Definition;
import io.keelson.appclient.Reference.Declared;
import io.keelson.appclient.Reference.Kind;
import io.keelson.appclient.Reference.Target;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of a main class and its superclasses (Jakarta EE Platform 11, EE.5.2.5). Those of APIs that the container does not need
 * itself are known by their names. Confined to one thread.
 */
final class ClientAnnotations {
    private static final Map<String, Kind> BY_NAME = Map.of(
            "jakarta.annotation.Resource", Kind.RESOURCE,
            "jakarta.ejb.EJB", Kind.BEAN,
            "jakarta.persistence.PersistenceUnit", Kind.PERSISTENCE_UNIT,
            "jakarta.persistence.PersistenceContext", Kind.PERSISTENCE_CONTEXT,
            "jakarta.xml.ws.WebServiceRef", Kind.SERVICE);

    private static final Map<String, String> DEFINITIONS = Map.of(
            "jakarta.annotation.sql.DataSourceDefinition", "data-source",
            "jakarta.jms.JMSConnectionFactoryDefinition", "jms-connection-factory",
            "jakarta.jms.JMSDestinationDefinition", "jms-destination",
            "jakarta.mail.MailSessionDefinition", "mail-session",
            "jakarta.resource.ConnectionFactoryDefinition", "connection-factory");

    private final List<Declared> references = new ArrayList<>();
    private final List<Definition> definitions = new ArrayList<>();

    static ClientAnnotations of(Class<?> main) throws ClientException {
        ClientAnnotations read = new ClientAnnotations();
        List<Class<?>> classes = hierarchy(main);
        for (Class<?> each : classes) {
            read.read(each);
        }
        return read;
    }

    /** Returns the superclasses of the application first, then the class. */
    static List<Class<?>> hierarchy(Class<?> main) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> each = main; each != null && each != Object.class; each = each.getSuperclass()) {
            classes.add(0, each);
        }
        return classes;
    }

    List<Declared> references() {
        return references;
    }

    List<Definition> definitions() {
        return definitions;
    }

    private void read(Class<?> type) throws ClientException {
        for (Annotation annotation : all(type)) {
            String name = annotation.annotationType().getName();
            Kind kind = BY_NAME.get(name);
            String definition = DEFINITIONS.get(name);
            if (kind != null) {
                reference(kind, annotation, type, null, null, type.getName() + " (" + simple(annotation) + ")");
            } else if (definition != null) {
                definitions.add(definition(definition, annotation, type));
            }
        }
        for (Field field : type.getDeclaredFields()) {
            for (Annotation annotation : all(field)) {
                member(annotation, field, field.getModifiers(), type, field.getName(), field.getType());
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            for (Annotation annotation : all(method)) {
                if (BY_NAME.containsKey(annotation.annotationType().getName())) {
                    if (method.getParameterCount() != 1 || !method.getName().matches("set.+")) {
                        throw new ClientException(type.getName() + "." + method.getName() + "(): " + simple(annotation)
                                + " is for setters of one parameter");
                    }
                    String property = method.getName().substring(3, 4).toLowerCase(Locale.ROOT)
                            + method.getName().substring(4);
                    member(annotation, method, method.getModifiers(), type, property, method.getParameterTypes()[0]);
                }
            }
        }
    }

    private void member(
            Annotation annotation, AnnotatedElement member, int modifiers, Class<?> type, String property, Class<?> of)
            throws ClientException {
        Kind kind = BY_NAME.get(annotation.annotationType().getName());
        if (kind == null) {
            return;
        }
        String place = type.getName() + "." + property + " (" + simple(annotation) + ")";
        if (!Modifier.isStatic(modifiers)) {
            throw new ClientException(place + " is not static: an application client has static members injected only,"
                    + " as its main class has no instance");
        }
        if (member instanceof Field && Modifier.isFinal(modifiers)) {
            throw new ClientException(place + " is final");
        }
        reference(kind, annotation, member, new Target(type.getName(), property), of, place);
    }

    private void reference(
            Kind kind,
            Annotation annotation,
            AnnotatedElement element,
            @Nullable Target target,
            @Nullable Class<?> of,
            String place)
            throws ClientException {
        String name = text(annotation, "name");
        if (name == null) {
            if (target == null) {
                throw new ClientException(place + ": an annotation on a class needs a name");
            }
            name = target.owner() + "/" + target.name();
        }
        Class<?> said = annotation instanceof EJB bean
                ? bean.beanInterface()
                : annotation instanceof Resource resource ? resource.type() : classOf(annotation, "type");
        Class<?> type = said == null || said == Object.class ? of : said;
        if (type == null && (kind == Kind.BEAN || kind == Kind.RESOURCE)) {
            throw new ClientException(place + ": an annotation on a class needs the type");
        }
        String link = switch (kind) {
            case BEAN -> text(annotation, "beanName");
            case PERSISTENCE_UNIT, PERSISTENCE_CONTEXT -> text(annotation, "unitName");
            case SERVICE -> text(annotation, "wsdlLocation");
            default -> null;
        };
        Class<?> service = kind == Kind.SERVICE ? classOf(annotation, "value") : null;
        references.add(new Declared(
                new Reference(
                        kind,
                        name,
                        type == null ? null : type.getName(),
                        service == null ? null : service.getName(),
                        kind == Kind.PERSISTENCE_UNIT || kind == Kind.PERSISTENCE_CONTEXT
                                ? null
                                : text(annotation, "lookup"),
                        kind == Kind.BEAN || kind == Kind.RESOURCE ? text(annotation, "mappedName") : null,
                        link,
                        kind == Kind.SERVICE ? handlers(element, place) : null,
                        kind == Kind.SERVICE ? Features.of(element) : Features.NONE,
                        place),
                target == null ? List.of() : List.of(target)));
    }

    /** The handlers that {@code HandlerChain} beside a reference names: a file beside the class, or a URL. */
    static @Nullable Handlers handlers(AnnotatedElement element, String place) throws ClientException {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            if (annotation.annotationType().getName().equals("jakarta.jws.HandlerChain")) {
                Class<?> type = element instanceof Member member ? member.getDeclaringClass() : (Class<?>) element;
                String file = Objects.requireNonNullElse(text(annotation, "file"), "");
                return Handlers.read(type.getResource(file), file, place);
            }
        }
        return null;
    }

    private static Definition definition(String kind, Annotation annotation, Class<?> type) throws ClientException {
        String name = Objects.requireNonNullElse(text(annotation, "name"), "");
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> properties = new LinkedHashMap<>();
        for (Method each : annotation.annotationType().getDeclaredMethods()) {
            Object value = value(annotation, each.getName());
            if (each.getName().equals("properties")) {
                for (String property : (String[]) Objects.requireNonNull(value)) {
                    int equal = property.indexOf('=');
                    if (equal > 0) {
                        properties.put(
                                property.substring(0, equal).trim(),
                                property.substring(equal + 1).trim());
                    }
                }
            } else if (value instanceof String || value instanceof Integer number && number >= 0) {
                values.put(each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT), String.valueOf(value));
            }
        }
        return new Definition(
                kind, name, values, properties, type.getName() + " (" + simple(annotation) + " " + name + ")");
    }

    /** Returns the annotations of an element, and those that a container annotation holds. */
    private static List<Annotation> all(AnnotatedElement element) throws ClientException {
        List<Annotation> all = new ArrayList<>();
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            all.add(annotation);
            String name = annotation.annotationType().getName();
            if (name.startsWith("jakarta.")) {
                try {
                    Method value = annotation.annotationType().getMethod("value");
                    if (value.getReturnType().isArray()
                            && value.getReturnType().getComponentType().isAnnotation()) {
                        Object held = Objects.requireNonNull(value(annotation, "value"));
                        for (int i = 0; i < Array.getLength(held); i++) {
                            all.add((Annotation) Array.get(held, i));
                        }
                    }
                } catch (NoSuchMethodException e) {
                    // It holds none.
                    continue;
                }
            }
        }
        return all;
    }

    static String simple(Annotation annotation) {
        return "@" + annotation.annotationType().getSimpleName();
    }

    static @Nullable String text(Annotation annotation, String attribute) throws ClientException {
        return value(annotation, attribute) instanceof String text && !text.isEmpty() ? text : null;
    }

    private static @Nullable Class<?> classOf(Annotation annotation, String attribute) throws ClientException {
        return value(annotation, attribute) instanceof Class<?> type && type != Object.class ? type : null;
    }

    static @Nullable Object value(Annotation annotation, String attribute) throws ClientException {
        try {
            return annotation.annotationType().getMethod(attribute).invoke(annotation);
        } catch (NoSuchMethodException e) {
            return null;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new ClientException(attribute + " of " + simple(annotation) + " cannot be read: " + e.getCause(), e);
        }
    }
}
