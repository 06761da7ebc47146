package handles;

import jakarta.ejb.EJBMetaData;
import jakarta.ejb.EJBObject;
import jakarta.ejb.Handle;
import jakarta.ejb.HomeHandle;
import jakarta.ejb.spi.HandleDelegate;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.naming.Context;
import javax.naming.InitialContext;

/** Writes handles to a file, or reads them: each in a JVM of its own. */
public final class HandleClient {
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        Context names = new InitialContext();
        HandleDelegate delegate = (HandleDelegate) names.lookup("java:comp/HandleDelegate");
        if (arguments[0].equals("write")) {
            write(names, delegate, file);
        } else {
            read(delegate, file);
        }
        names.close();
        System.exit(0); // handles have connections of their own
    }

    private static void write(Context names, HandleDelegate delegate, Path file) throws Exception {
        TallyHome home = (TallyHome) names.lookup("java:global/handles/beans/Tally!handles.TallyHome");
        PlaceHome places = (PlaceHome) names.lookup("java:global/handles/beans/Place!handles.PlaceHome");
        Tally tally = home.create(5);
        Place place = places.findByPrimaryKey("Elm/7 \"b\" #3 \u00e9");
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(tally.getHandle());
            out.writeObject(place.getHandle());
            out.writeObject(home.getHomeHandle());
            out.writeObject(places.getHomeHandle());
            out.writeObject(home.getEJBMetaData());
            out.writeObject(places.getEJBMetaData());
            delegate.writeEJBObject(tally, out);
            delegate.writeEJBObject(place, out);
            delegate.writeEJBHome(home, out);
        }
        System.out.println(tally.add(1) + " " + place.describe());
    }

    private static void read(HandleDelegate delegate, Path file) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            in.setObjectInputFilter(
                    ObjectInputFilter.Config.createFilter("io.keelson.remoting.bean.*;handles.*;java.base/*;!*"));
            Tally tally = (Tally) object(in);
            Place place = (Place) object(in);
            System.out.println(tally.add(1) + " " + place.describe());
            TallyHome home = (TallyHome) ((HomeHandle) in.readObject()).getEJBHome();
            PlaceHome places = (PlaceHome) ((HomeHandle) in.readObject()).getEJBHome();
            System.out.println(home.create(40).add(2) + " " + places.findByPrimaryKey("Oak").describe());
            EJBMetaData data = (EJBMetaData) in.readObject();
            EJBMetaData ofPlaces = (EJBMetaData) in.readObject();
            System.out.println(data.isSession() + " " + data.isStatelessSession() + " "
                    + data.getRemoteInterfaceClass().getSimpleName() + " "
                    + ((TallyHome) data.getEJBHome()).create(1).add(1) + " "
                    + ofPlaces.isSession() + " " + ofPlaces.getPrimaryKeyClass().getSimpleName());
            EJBObject again = delegate.readEJBObject(in);
            EJBObject placeAgain = delegate.readEJBObject(in);
            System.out.println(again.isIdentical(tally) + " " + tally.isIdentical(home.create(0)) + " "
                    + placeAgain.isIdentical(place) + " " + place.isIdentical(places.findByPrimaryKey("Oak")) + " "
                    + placeAgain.getPrimaryKey() + " "
                    + ((TallyHome) delegate.readEJBHome(in)).create(8).add(1));
            long readers = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("keelson.client.Muxer"))
                    .count();
            System.out.println("connections " + readers);
        }
    }

    private static EJBObject object(ObjectInputStream in) throws Exception {
        return ((Handle) in.readObject()).getEJBObject();
    }
}
