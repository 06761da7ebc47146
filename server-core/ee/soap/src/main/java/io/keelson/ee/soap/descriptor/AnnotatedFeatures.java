package io.keelson.ee.soap.descriptor;

import jakarta.xml.ws.RespectBinding;
import jakarta.xml.ws.RespectBindingFeature;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The features that annotations switch on or off: of an endpoint's class and interface, or beside a reference to a service. Stateless.
 *
 * <p>Specification: XML Web Services 4.0, 6.5 Features and 7.14 to 7.16.
 */
public final class AnnotatedFeatures {
    private AnnotatedFeatures() {}

    /** Returns the features of elements; the first element with an annotation goes before the others. */
    public static List<WebServiceFeature> of(@Nullable AnnotatedElement... elements) {
        List<WebServiceFeature> features = new ArrayList<>();
        first(MTOM.class, elements)
                .map(it -> new MTOMFeature(it.enabled(), it.threshold()))
                .ifPresent(features::add);
        first(Addressing.class, elements)
                .map(it -> new AddressingFeature(it.enabled(), it.required(), it.responses()))
                .ifPresent(features::add);
        first(RespectBinding.class, elements)
                .map(it -> new RespectBindingFeature(it.enabled()))
                .ifPresent(features::add);
        return List.copyOf(features);
    }

    private static <A extends Annotation> Optional<A> first(Class<A> type, @Nullable AnnotatedElement... elements) {
        return Arrays.stream(elements)
                .filter(Objects::nonNull)
                .map(each -> each.getAnnotation(type))
                .filter(Objects::nonNull)
                .findFirst();
    }
}
