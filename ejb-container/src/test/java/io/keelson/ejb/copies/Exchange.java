package io.keelson.ejb.copies;

import jakarta.ejb.Local;
import jakarta.ejb.Remote;
import java.io.Serializable;
import java.util.List;

/** The interfaces, with the classes that they pass. */
public interface Exchange {
    /** Something that is passed. */
    class Parcel implements Serializable {
        private static final long serialVersionUID = 1L;

        public final String text;

        public Parcel(String text) {
            this.text = text;
        }
    }

    /** An application exception. */
    class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        public Refused(String message) {
            super(message);
        }
    }

    /** Swaps parcels. */
    Parcel swap(Parcel parcel, List<Parcel> others) throws Refused;

    /** Returns itself. */
    Exchange self();

    /** Tells if it is given a reference of its own interface. */
    boolean own(Exchange reference);

    /** Takes what cannot be copied. */
    String take(Object anything);

    /** The remote interface. */
    @Remote
    interface Far extends Exchange {}

    /** The local interface. */
    @Local
    interface Near extends Exchange {}
}
