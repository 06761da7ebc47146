package io.keelson.ee.soap;

import io.keelson.component.spi.SessionBean;
import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.Provider;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.jaxws.JAXWSMethodInvoker;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.invoker.SingletonFactory;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.jspecify.annotations.Nullable;

/**
 * Calls a session bean through its container. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.5 Web Service Clients, 9.3.1.
 */
final class BeanInvoker extends JAXWSMethodInvoker {
    private final SessionBean bean;

    BeanInvoker(SessionBean bean) {
        super(new SingletonFactory(serviceObject(bean)));
        this.bean = bean;
    }

    /** CXF looks at the object's type, and treats the answers of providers in a way of their own. */
    private static Object serviceObject(SessionBean bean) {
        return Provider.class.isAssignableFrom(bean.beanClass()) ? (Provider<Object>) request -> request : bean;
    }

    @Override
    protected @Nullable Object performInvocation(
            Exchange exchange, Object serviceObject, Method method, @Nullable Object[] arguments) throws Exception {
        try {
            return bean.call(implementing(method), insertExchange(method, arguments, exchange));
        } catch (EJBAccessException e) {
            throw refused(exchange, method);
        } catch (EJBException e) {
            throw new InvocationTargetException(e.getCause() == null ? e : e.getCause());
        } catch (Throwable e) {
            throw new InvocationTargetException(e);
        }
    }

    /** A provider's method is found with the type of its parameter; the interface has it with that of any. */
    private Method implementing(Method method) {
        if (method.getDeclaringClass() != Provider.class) {
            return method;
        }
        for (Method each : bean.beanClass().getMethods()) {
            if (each.getName().equals("invoke") && each.getParameterCount() == 1 && !each.isBridge()) {
                return each;
            }
        }
        return method;
    }

    /** A refused caller without a user is asked for one; the status of the answer is that of the fault. */
    private static Fault refused(Exchange exchange, Method method) {
        Fault fault = new Fault(new EJBAccessException("the caller may not call " + method.getName()));
        Message in = exchange.getInMessage();
        boolean anonymous = in.get(AbstractHTTPDestination.HTTP_REQUEST) instanceof HttpServletRequest request
                && request.getUserPrincipal() == null;
        if (anonymous && in.get(AbstractHTTPDestination.HTTP_RESPONSE) instanceof HttpServletResponse response) {
            EndpointServlet.challenge(response);
            fault.setStatusCode(HttpServletResponse.SC_UNAUTHORIZED);
        }
        return fault;
    }
}
