package io.keelson.appclient;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.w3c.dom.Element;

/**
 * The features of the ports of one reference to a web service: attachments, addressing, respect of the binding (Jakarta XML Web Services
 * 4.0, 7.14 to 7.16; Enterprise Web Services 2.0, 4.2.2). Their API is known by name. Immutable.
 *
 * @param byPort the features by the name of the port's interface; by {@link #ANY} those of any
 */
record Features(Map<String, List<Feature>> byPort) {
    static final String ANY = "";
    static final Features NONE = new Features(Map.of());

    private static final String MTOM = "jakarta.xml.ws.soap.MTOM";
    private static final String ADDRESSING = "jakarta.xml.ws.soap.Addressing";
    private static final String RESPECT = "jakarta.xml.ws.RespectBinding";
    private static final String RESPONSES = "jakarta.xml.ws.soap.AddressingFeature$Responses";

    /**
     * A feature.
     *
     * @param kind the annotation that stands for it; its class is called the same with {@code Feature} behind
     * @param values by the names of the annotation's elements
     */
    record Feature(String kind, Map<String, Object> values) {
        Object make(ClassLoader loader) throws ReflectiveOperationException {
            Class<?> type = Class.forName(kind + "Feature", true, loader);
            boolean enabled = !Boolean.FALSE.equals(values.get("enabled"));
            switch (kind) {
                case MTOM:
                    int threshold = values.get("threshold") instanceof Integer given ? given : 0;
                    return type.getConstructor(boolean.class, int.class).newInstance(enabled, threshold);
                case ADDRESSING:
                    Class<?> responses = Class.forName(RESPONSES, true, loader);
                    String named = String.valueOf(values.getOrDefault("responses", "ALL"))
                            .toUpperCase(Locale.ROOT);
                    Object constant =
                            responses.getMethod("valueOf", String.class).invoke(null, named);
                    return type.getConstructor(boolean.class, boolean.class, responses)
                            .newInstance(enabled, Boolean.TRUE.equals(values.get("required")), constant);
                default:
                    return type.getConstructor(boolean.class).newInstance(enabled);
            }
        }
    }

    /** Returns those beside an annotated reference. */
    static Features of(AnnotatedElement element) throws ClientException {
        List<Feature> features = new ArrayList<>();
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            String kind = annotation.annotationType().getName();
            if (List.of(MTOM, ADDRESSING, RESPECT).contains(kind)) {
                Map<String, Object> values = new LinkedHashMap<>();
                for (String name : List.of("enabled", "required", "responses", "threshold")) {
                    Object value = ClientAnnotations.value(annotation, name);
                    if (value != null) {
                        values.put(name, value);
                    }
                }
                features.add(new Feature(kind, values));
            }
        }
        return features.isEmpty() ? NONE : new Features(Map.of(ANY, List.copyOf(features)));
    }

    /** Returns those of the {@code port-component-ref} elements of a {@code service-ref}. */
    static Features of(Element reference, String place) throws ClientException {
        Map<String, List<Feature>> byPort = new LinkedHashMap<>();
        for (Element port : Xml.children(reference, "port-component-ref")) {
            List<Feature> features = new ArrayList<>();
            String enabled = Xml.text(port, "enable-mtom");
            String threshold = Xml.text(port, "mtom-threshold");
            if (enabled != null || threshold != null) {
                Map<String, Object> values = new LinkedHashMap<>();
                values.put("enabled", enabled == null || isTrue(enabled));
                values.put("threshold", threshold == null ? 0 : number(threshold, place));
                features.add(new Feature(MTOM, values));
            }
            for (Element each : Xml.children(port, "addressing")) {
                Map<String, Object> values = new LinkedHashMap<>();
                values.put("enabled", isTrue(Objects.requireNonNullElse(Xml.text(each, "enabled"), "true")));
                values.put("required", isTrue(Objects.requireNonNullElse(Xml.text(each, "required"), "false")));
                values.put("responses", Objects.requireNonNullElse(Xml.text(each, "responses"), "ALL"));
                features.add(new Feature(ADDRESSING, values));
            }
            for (Element each : Xml.children(port, "respect-binding")) {
                String respect = Objects.requireNonNullElse(Xml.text(each, "enabled"), "true");
                features.add(new Feature(RESPECT, Map.of("enabled", isTrue(respect))));
            }
            String type = Xml.text(port, "service-endpoint-interface");
            if (type != null && !features.isEmpty()) {
                byPort.put(type, List.copyOf(features));
            }
        }
        return byPort.isEmpty() ? NONE : new Features(Map.copyOf(byPort));
    }

    private static boolean isTrue(String text) {
        return text.equalsIgnoreCase("true") || text.equals("1");
    }

    private static int number(String text, String place) throws ClientException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new ClientException(place + ": <mtom-threshold> is no number: '" + text + "'", e);
        }
    }

    /** Returns these with those of others for what these do not say. */
    Features over(Features others) {
        if (byPort.isEmpty() || others.byPort.isEmpty()) {
            return byPort.isEmpty() ? others : this;
        }
        Map<String, List<Feature>> all = new LinkedHashMap<>(others.byPort);
        all.putAll(byPort);
        return new Features(Map.copyOf(all));
    }

    /** Returns the features of a port as an array of the API's class; what a port says goes before what is said of any. */
    Object make(Class<?> port, ClassLoader loader) throws ReflectiveOperationException {
        Map<String, Feature> wanted = new LinkedHashMap<>();
        byPort.getOrDefault(ANY, List.of()).forEach(each -> wanted.put(each.kind(), each));
        byPort.getOrDefault(port.getName(), List.of()).forEach(each -> wanted.put(each.kind(), each));
        Object array =
                Array.newInstance(Class.forName("jakarta.xml.ws.WebServiceFeature", true, loader), wanted.size());
        int index = 0;
        for (Feature each : wanted.values()) {
            Array.set(array, index++, each.make(loader));
        }
        return array;
    }
}
