package iiop.client;

import iiop.Cart;
import iiop.CartHome;
import iiop.Shop;
import iiop.ShopHome;
import io.keelson.ee.iiop.client.IiopContextFactory;
import io.keelson.ee.iiop.client.IiopHandle;
import jakarta.ejb.EJBMetaData;
import jakarta.ejb.Handle;
import jakarta.ejb.HomeHandle;
import java.io.ByteArrayInputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import javax.naming.Context;
import javax.rmi.PortableRemoteObject;

/** Writes handles to a file, and uses those that another client has written. The initial context is the system's. */
final class Handles {
    private Handles() {}

    static String made(Properties properties, Context context, ShopHome home, Path file) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        initial(properties);
        try {
            return made(context, home, file);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static String made(Context context, ShopHome home, Path file) throws Exception {
        CartHome carts = (CartHome)
                PortableRemoteObject.narrow(context.lookup("shop/CartBean!iiop.CartHome"), CartHome.class);
        Cart cart = carts.create();
        int count = cart.add(3);
        try (OutputStream out = Files.newOutputStream(file);
                ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(cart.getHandle());
            objects.writeObject(home.create().getHandle());
            objects.writeObject(carts.getHomeHandle());
            objects.writeObject(carts.getEJBMetaData());
        }
        Cart again = (Cart) PortableRemoteObject.narrow(cart.getHandle().getEJBObject(), Cart.class);
        return count + " " + again.add(1) + " " + cart.getHandle().equals(again.getHandle());
    }

    static String used(Properties properties, Path file) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        initial(properties);
        try {
            return used(file);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static String used(Path file) throws Exception {
        Handle ofCart;
        Handle ofShop;
        HomeHandle ofHome;
        EJBMetaData described;
        try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            objects.setObjectInputFilter(ObjectInputFilter.Config.createFilter(
                    "io.keelson.ee.iiop.client.*;iiop.*;java.base/java.lang.*;!*"));
            ofCart = (Handle) objects.readObject();
            ofShop = (Handle) objects.readObject();
            ofHome = (HomeHandle) objects.readObject();
            described = (EJBMetaData) objects.readObject();
        }
        Cart cart = (Cart) PortableRemoteObject.narrow(ofCart.getEJBObject(), Cart.class);
        Shop shop = (Shop) PortableRemoteObject.narrow(ofShop.getEJBObject(), Shop.class);
        CartHome carts = (CartHome) PortableRemoteObject.narrow(ofHome.getEJBHome(), CartHome.class);
        CartHome same = (CartHome) PortableRemoteObject.narrow(described.getEJBHome(), CartHome.class);
        String said = cart.add(10) + " " + shop.who() + " " + carts.create().add(1) + " " + same.create().add(2) + " "
                + described.isSession() + " " + described.isStatelessSession() + " "
                + described.getRemoteInterfaceClass().getName() + " "
                + described.getHomeInterfaceClass().getName();
        carts.remove(ofCart);
        try {
            cart.add(1);
            return said + " there";
        } catch (java.rmi.NoSuchObjectException e) {
            return said + " gone " + wrong(ofCart) + " " + wrong(new IiopHandle("ejb:shop/none/Bean!iiop.Cart#x"));
        }
    }

    private static String wrong(Handle handle) {
        try {
            return String.valueOf(((Cart) PortableRemoteObject.narrow(handle.getEJBObject(), Cart.class)).add(1));
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    /** Handles are resolved in the initial context of the code that uses them, for which its {@code jndi.properties} count. */
    private static void initial(Properties properties) throws Exception {
        Path directory = Files.createTempDirectory("jndi");
        Path file = directory.resolve("jndi.properties");
        Files.writeString(
                file,
                Context.INITIAL_CONTEXT_FACTORY + "=" + IiopContextFactory.class.getName() + "\n"
                        + Context.PROVIDER_URL + "=" + properties.getProperty(Context.PROVIDER_URL) + "\n"
                        + Context.SECURITY_PRINCIPAL + "=" + properties.getProperty(Context.SECURITY_PRINCIPAL) + "\n"
                        + Context.SECURITY_CREDENTIALS + "="
                        + new String((char[]) properties.get(Context.SECURITY_CREDENTIALS)) + "\n");
        directory.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        Thread.currentThread().setContextClassLoader(
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, Handles.class.getClassLoader()));
    }
}
