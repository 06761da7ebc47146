package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.Order;
import jakarta.ejb.EJBLocalObject;

/** A row of o_order as other beans see it. */
public interface OrderRow extends EJBLocalObject, Order {}
