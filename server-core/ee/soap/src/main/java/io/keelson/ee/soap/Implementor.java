package io.keelson.ee.soap;

import jakarta.jws.WebService;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import javax.xml.namespace.QName;
import org.apache.cxf.common.util.PackageUtils;
import org.apache.cxf.jaxws.support.JaxWsImplementorInfo;
import org.jspecify.annotations.Nullable;

/**
 * The class that implements an endpoint, with the interface that {@code webservices.xml} names in the place of the annotation's. Immutable.
 *
 * <p>Specification: Enterprise Web Services 2.0, 5.3.2.1 and 7.1.2 service-endpoint-interface.
 */
final class Implementor extends JaxWsImplementorInfo {
    private final @Nullable Class<?> declared;

    private Implementor(Class<?> type, @Nullable Class<?> declared) {
        super(type);
        this.declared = declared;
    }

    /**
     * Makes it.
     *
     * @param declared the interface that the descriptor names; null: the annotation says it
     * @throws IllegalArgumentException where the interface is no interface of an endpoint
     */
    static Implementor of(Class<?> type, @Nullable Class<?> declared) {
        if (declared != null && !(declared.isInterface() && declared.isAnnotationPresent(WebService.class))) {
            throw new IllegalArgumentException("the service-endpoint-interface " + declared.getName()
                    + " has to be an interface with @WebService");
        }
        return new Implementor(type, declared);
    }

    @Override
    public @Nullable Class<?> getSEIClass() {
        return declared != null ? declared : super.getSEIClass();
    }

    @Override
    public @Nullable ParameterizedType getSEIType() {
        if (declared == null) {
            return super.getSEIType();
        }
        for (Type each : getImplementorClass().getGenericInterfaces()) {
            if (each instanceof ParameterizedType generic && generic.getRawType() == declared) {
                return generic;
            }
        }
        return null;
    }

    @Override
    public QName getInterfaceName() {
        if (declared == null) {
            return super.getInterfaceName();
        }
        WebService service = declared.getAnnotation(WebService.class);
        String namespace = service.targetNamespace();
        return new QName(
                namespace.isEmpty() ? PackageUtils.getNamespace(declared.getPackageName()) : namespace,
                service.name().isEmpty() ? declared.getSimpleName() : service.name());
    }

    @Override
    public @Nullable String getWsdlLocation() {
        String own = super.getWsdlLocation();
        if (own != null || declared == null) {
            return own;
        }
        String place = declared.getAnnotation(WebService.class).wsdlLocation();
        return place.isEmpty() ? null : place;
    }
}
