package iiop.client;

import iiop.Cart;
import iiop.CartHome;
import iiop.Clock;
import iiop.Item;
import iiop.Shop;
import iiop.ShopHome;
import iiop.SoldOut;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameClassPair;
import javax.rmi.PortableRemoteObject;

/** Answers lines: what it asks the server. */
public final class IiopClient {
    private static Context names;

    private IiopClient() {}

    public static void main(String... args) throws Exception {
        System.setProperty("com.sun.CORBA.ORBUseDynamicStub", "true");
        System.setProperty("org.omg.PortableInterceptor.ORBInitializerClass." + Evidences.class.getName(), "");
        Properties properties = new Properties();
        properties.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.cosnaming.CNCtxFactory");
        properties.put(Context.PROVIDER_URL, "corbaloc::" + args[0] + "/NameService");
        Properties broker = new Properties();
        broker.put("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
        broker.put("org.omg.PortableInterceptor.ORBInitializerClass." + Transactions.class.getName(), "");
        properties.put("java.naming.corba.orb", org.omg.CORBA.ORB.init(new String[0], broker));
        names = new InitialContext(properties);
        System.setProperty("trust", args[1]);
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String answer;
            try {
                answer = answer(line);
            } catch (SoldOut e) {
                answer = e.getClass().getName() + ": " + e.getMessage() + " " + e.left();
            } catch (Throwable e) {
                answer = e.getClass().getName() + ": " + String.valueOf(e).replace('\n', ' ');
            }
            System.out.println(answer);
        }
        System.exit(0);
    }

    private static <T> T find(String name, Class<T> type) throws Exception {
        return type.cast(PortableRemoteObject.narrow(names.lookup(name), type));
    }

    private static Shop shop() throws Exception {
        return find("shop/ShopBean", ShopHome.class).create();
    }

    private static String answer(String line) throws Exception {
        if (line.startsWith("as ")) {
            return Users.answer(line.split(" "));
        }
        if (line.startsWith("sas")) {
            return Evidences.answer(line.split(" "), shop());
        }
        switch (line) {
            case "hello":
                return shop().hello("wörld \u4e16");
            case "list":
                TreeSet<String> all = new TreeSet<>();
                for (NameClassPair each : Collections.list(names.list("java:global/shop"))) {
                    all.add(each.getName());
                }
                return all.toString();
            case "value":
                Item item = new Item();
                item.name = "tea";
                item.colour = Item.Colour.BLUE;
                item.tags.add("hot");
                item.counts.put("cups", 2);
                return shop().turn(item).toString();
            case "sold":
                shop().buy(0);
                return "bought";
            case "broken":
                shop().buy(1);
                return "bought";
            case "self":
                Shop shop = shop();
                return shop.self().hello("me") + " " + shop.same(shop) + " " + shop.isIdentical(shop.self());
            case "secret":
                return shop().secret();
            case "url":
                return String.valueOf(shop().echo(new java.net.URL("http://127.0.0.1/")));
            case "many":
                return String.valueOf(shop().echo(new ArrayList<>(Collections.nCopies(1000, "a")))).length() + "";
            case "handle":
                return String.valueOf(shop().getHandle());
            case "cart":
                CartHome home = find("shop/CartBean!iiop.CartHome", CartHome.class);
                Cart one = home.create();
                Cart two = home.create();
                one.add(2);
                String counts = one.add(3) + " " + two.add(1) + " " + one.isIdentical(two);
                one.remove();
                try {
                    return counts + " " + one.add(1);
                } catch (java.rmi.NoSuchObjectException e) {
                    return counts + " gone";
                }
            case "clock":
                return String.valueOf(find("java:global/shop/ClockBean", Clock.class).plus(41));
            case "transaction":
                Shop outside = shop();
                Transactions.sent = true;
                try {
                    String found = names.lookup("shop/ShopBean") != null ? shop().apart() : "not found";
                    try {
                        return found + outside.hello("in a transaction");
                    } catch (java.rmi.RemoteException e) {
                        return (found + " " + e.getClass().getName() + ": " + e.getCause()).replace('\n', ' ');
                    }
                } finally {
                    Transactions.sent = false;
                }
            case "bind":
                names.bind("shop/mine", shop());
                return "bound";
            case "twenty":
                return twenty();
            default:
                return String.valueOf(names.lookup(line));
        }
    }

    private static String twenty() throws Exception {
        Shop shop = shop();
        ExecutorService threads = Executors.newFixedThreadPool(20);
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String mine = "thread " + i;
            all.add(threads.submit(() -> {
                int right = 0;
                for (int j = 0; j < 100; j++) {
                    right += shop.hello(mine + " " + j).equals("hello " + mine + " " + j) ? 1 : 0;
                }
                return right;
            }));
        }
        int right = 0;
        for (Future<Integer> each : all) {
            right += each.get();
        }
        threads.shutdown();
        return String.valueOf(right);
    }
}
