package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.Order;
import jakarta.ejb.EJBLocalObject;

/** A row of o_order as other beans see it. */
public interface OrderRow extends EJBLocalObject, Order {}
