package beans;

import jakarta.ejb.Handle;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.rmi.RemoteException;
import java.util.Hashtable;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Future;
import javax.naming.Context;
import javax.naming.InitialContext;

/** The client, in a JVM that has the thin jar and these classes only. Does what each line of its input says. */
public final class BeanClient {
    private final Context context;
    private final Greeting greeting;
    private Tally tally;

    private BeanClient(Context context) throws Exception {
        this.context = context;
        this.greeting = (Greeting) context.lookup("java:global/beans/GreetingBean!beans.Greeting");
    }

    public static void main(String[] arguments) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
        environment.put(Context.PROVIDER_URL, arguments[0]);
        environment.put("io.keelson.client.peer-timeout", "2000");
        environment.put(Context.SECURITY_PRINCIPAL, arguments[1]);
        environment.put(Context.SECURITY_CREDENTIALS, "a long password");
        Context context = new InitialContext(environment);
        BeanClient client = new BeanClient(context);
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String answer;
            try {
                answer = client.done(line);
            } catch (Exception e) {
                answer = e.getClass().getName() + ": " + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            }
            System.out.println(answer);
        }
        context.close();
    }

    private String done(String line) throws Exception {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "where":
                return greeting.where();
            case "spread":
                TreeSet<String> where = new TreeSet<>();
                for (int i = 0; i < 20; i++) {
                    where.add(greeting.where().split(" ")[0]);
                }
                return where.toString();
            case "ejb":
                return ((Greeting) context.lookup("ejb:/beans/GreetingBean!beans.Greeting")).where();
            case "value":
                List<Item> items = List.of(new Item("tea", 2));
                return greeting.all(items) + " " + (greeting.all(items) != items);
            case "secret":
                return greeting.secret();
            case "fail":
                greeting.fail(words[1]);
                return "no failure";
            case "later":
                long begun = System.nanoTime();
                Future<String> one = greeting.later(300);
                Future<String> two = greeting.later(300);
                boolean early = !one.isDone() || !two.isDone();
                return one.get().substring(0, 5) + two.get().substring(0, 5) + early + (System.nanoTime() - begun > 0);
            case "tally":
                tally = (Tally) context.lookup("java:global/beans/TallyBean!beans.Tally");
                return tally.where();
            case "made":
                tally = greeting.tally();
                return tally.where();
            case "add":
                return String.valueOf(tally.add(Integer.parseInt(words[1])));
            case "through":
                return String.valueOf(greeting.addTo(tally, 100));
            case "home":
                OldTallyHome home = (OldTallyHome) context.lookup("java:global/beans/OldTally!beans.OldTallyHome");
                OldTally old = home.create(Integer.parseInt(words[1]));
                Handle handle = old.getHandle();
                String told = old.add(2) + " " + ((OldTally) handle.getEJBObject()).add(1) + " "
                        + old.isIdentical(handle.getEJBObject()) + " " + old.isIdentical(home.create(1)) + " "
                        + home.getEJBMetaData().getHomeInterfaceClass().getSimpleName() + " "
                        + ((OldTallyHome) home.getHomeHandle().getEJBHome()).create(4).add(1);
                home.remove(handle);
                try {
                    return told + " " + old.add(1);
                } catch (RemoteException e) {
                    return told + " " + e.getClass().getSimpleName();
                }
            case "entity":
                PlaceHome places = (PlaceHome) context.lookup("java:global/beans/Place!beans.PlaceHome");
                Place place = places.findByPrimaryKey(new PlaceKey("Elm Street", 7));
                Place same = (Place) place.getHandle().getEJBObject();
                StringBuilder all = new StringBuilder();
                for (Place each : places.findIn("High Street")) {
                    all.append(each.describe()).append(", ");
                }
                try {
                    return places.findByPrimaryKey(new PlaceKey("Elm Street", -1)).describe();
                } catch (RemoteException e) {
                    return place.describe() + " " + place.getPrimaryKey() + " " + place.isIdentical(same) + " " + all
                            + places.getEJBMetaData().isSession() + " "
                            + e.getClass().getSimpleName();
                }
            case "nowhere":
                return String.valueOf(((PlaceHome) context.lookup("java:global/beans/Place!beans.PlaceHome"))
                        .findByPrimaryKey(new PlaceKey("Elm Street", 0)));
            case "end":
                tally.end();
                return "ended";
            default:
                return "what is " + line;
        }
    }
}
