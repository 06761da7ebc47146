package io.keelson.ejb.home;

import jakarta.annotation.security.RunAs;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.EJBMetaData;
import jakarta.ejb.Handle;
import jakarta.ejb.RemoveException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.rmi.RemoteException;
import javax.naming.InitialContext;

/** Uses homes, as a client in the application. */
@WebServlet("/home/*")
@RunAs("clerk")
public class HomeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @EJB(beanName = "EchoBean")
    private transient EchoHome echo;

    @EJB(beanName = "Counter")
    private transient LocalCounterHome local;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(call(request.getPathInfo().substring(1)));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getName());
        }
    }

    private static CounterHome home() throws Exception {
        return (CounterHome) new InitialContext().lookup("java:comp/env/ejb/counter");
    }

    private static <T> T in(String bean, Class<T> home) throws Exception {
        return home.cast(new InitialContext().lookup("java:global/old/echo/" + bean + "!" + home.getName()));
    }

    /** A call that may fail. */
    private interface Refusable {
        void call() throws Exception;
    }

    private static String refused(Refusable call) throws Exception {
        try {
            call.call();
            return "done";
        } catch (RemoveException | RemoteException | EJBException e) {
            return e.getClass().getSimpleName();
        }
    }

    private Object call(String what) throws Exception {
        switch (what) {
            case "echo" -> {
                return echo.create().echo("hi");
            }
            case "stateful" -> {
                Counter one = home().createFrom(5);
                Counter other = home().create();
                other.add(1);
                return one.add(2) + " " + other.add(1) + " " + other.life().trim();
            }
            case "transactions" -> {
                return home().create().transactions();
            }
            case "create-fails" -> {
                return home().createFrom(-1);
            }
            case "identical" -> {
                Counter one = home().create();
                Counter other = home().create();
                return one.isIdentical(one.self()) + " " + one.isIdentical(other) + " "
                        + echo.create().isIdentical(echo.create());
            }
            case "handle" -> {
                Counter one = home().createFrom(1);
                Handle handle = one.getHandle();
                return ((Counter) handle.getEJBObject()).add(1) + " "
                        + ((CounterHome) home().getHomeHandle().getEJBHome())
                                .create()
                                .add(4);
            }
            case "meta" -> {
                EJBMetaData data = echo.getEJBMetaData();
                return data.getHomeInterfaceClass().getSimpleName() + " "
                        + data.getRemoteInterfaceClass().getSimpleName() + " " + data.isStatelessSession();
            }
            case "key" -> {
                return home().create().getPrimaryKey();
            }
            case "removed" -> {
                Counter one = home().create();
                home().remove(one.getHandle());
                String ended =
                        System.getProperties().remove("keelson.test.removed").toString();
                try {
                    return one.add(1);
                } catch (RemoteException e) {
                    return ended.trim() + " " + e.getClass().getSimpleName();
                }
            }
            case "removed-in-transaction" -> {
                UserTransaction transaction =
                        (UserTransaction) new InitialContext().lookup("java:comp/UserTransaction");
                Counter one = home().create();
                LocalCounter other = local.create();
                transaction.begin();
                one.add(3);
                other.add(3);
                String refused = refused(one::remove) + " " + refused(() -> home().remove(one.getHandle())) + " "
                        + refused(other::remove) + " " + one.add(4) + " " + other.add(4);
                transaction.commit();
                one.remove();
                other.remove();
                return refused + " " + refused(() -> one.add(1)) + " " + refused(() -> other.add(1));
            }
            case "interfaces" -> {
                Counter one = home().create();
                LocalCounter other = local.create();
                return one.marking() + " " + other.marking() + ", " + refused(one::secret) + " "
                        + refused(other::secret) + ", " + refused(() -> home().createFrom(1)) + " "
                        + refused(() -> local.createFrom(1));
            }
            case "guarded-home" -> {
                EchoHome closed = in("Closed", EchoHome.class);
                EchoHome kept = in("Kept", EchoHome.class);
                return refused(closed::create) + " " + refused(closed::getHomeHandle) + " "
                        + refused(kept::getEJBMetaData) + " " + refused(kept::create) + " "
                        + refused(kept::getHomeHandle);
            }
            case "guarded-object" -> {
                EchoHome home = in("Kept", EchoHome.class);
                Echo kept = home.create();
                LocalCounter lasting = in("Lasting", LocalCounterHome.class).create();
                Handle handle = kept.getHandle();
                return refused(kept::remove) + " " + refused(() -> home.remove(handle)) + " "
                        + refused(() -> home.remove("no key")) + " " + refused(kept::getEJBHome) + " "
                        + refused(lasting::remove) + " " + lasting.add(3);
            }
            case "failed" -> {
                Counter one = home().create();
                one.fail();
                return "";
            }
            case "mandatory" -> {
                home().create().mandatory();
                return "";
            }
            case "local" -> {
                LocalCounter one = local.create();
                one.add(3);
                String sum = one.add(4) + " " + (one.getEJBLocalHome() == local);
                one.remove();
                try {
                    return one.add(1);
                } catch (EJBException e) {
                    return sum + " " + e.getClass().getSimpleName();
                }
            }
            case "local-mandatory" -> {
                local.create().mandatory();
                return "";
            }
            case "local-failed" -> {
                local.create().fail();
                return "";
            }
            default -> {
                return new InitialContext().lookup("java:global/old/old/Counter!" + CounterHome.class.getName())
                        instanceof CounterHome;
            }
        }
    }
}
